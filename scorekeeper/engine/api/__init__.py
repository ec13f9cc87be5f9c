"""The public door: what `import scorekeeper` gives, in three parts."""
