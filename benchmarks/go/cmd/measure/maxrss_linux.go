package main

// Linux counts the largest resident size in KiB.
const maxRssUnitsPerMiB = 1024
