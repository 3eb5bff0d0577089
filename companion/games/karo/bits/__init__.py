"""KARO's rules on whole boards at once, one bit a cell: lists every legal turn, counts them, and looks ahead."""
