"""Commands around mission files: what makes, starts and judges them."""
