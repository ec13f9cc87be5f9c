"""The commands of `scorekeeper`, a module for each part of the program that they drive."""
