"""What is wrong with a camera, told from its small frames alone: cheap enough for every one of them."""
