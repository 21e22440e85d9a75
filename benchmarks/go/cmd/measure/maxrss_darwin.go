package main

// macOS counts the largest resident size in bytes.
const maxRssUnitsPerMiB = 1024 * 1024
