"""Rules and laws to other languages: words, LaTeX, Python, C++, SMT-LIB, Walnut; one visitor a target."""
