"""The public API, which `import scorekeeper` provides, in three parts."""
