"""Boards that people bring: uploading, checking, editing and publishing them, and those in a folder of the host."""
