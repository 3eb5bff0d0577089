"""What the rules forbid: each refusal's clause, by game, and its sentence."""
