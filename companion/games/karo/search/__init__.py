"""Looks ahead: values of positions, the search over them, and the partner's levels."""
