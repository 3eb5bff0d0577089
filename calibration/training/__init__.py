"""What every small network here needs: its blocks, the loop that trains it, its file."""
