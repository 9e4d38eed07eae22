"""Games on one heap, or on a sum of heaps, from which objects are taken."""

from __future__ import annotations

from .declaring import game

nim = game(
    "nim",
    "n -> n-t",
    words="Take any number of objects from one heap, at least one. The value of a heap is its size.",
    source="C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
    oeis="A001477",
)

bash = game(
    "bash",
    "n -> n-t where t <= m",
    params="m",
    words="Take 1 to m objects from the heap. The value is n mod (m+1).",
    source="C.-G. Bachet, Problèmes plaisants et délectables (1612)",
)

take_range = game(
    "take_range",
    "n -> n-t where low <= t <= high",
    params="low, high",
    words="Take low to high objects from the heap. The value is floor((n mod (low+high))/low).",
    source="AtCoder ABC 297 G (Constrained Nim 2); Winning Ways, chapter 4 (subtraction games)",
)

subtraction = game(
    "subtraction",
    "n -> n-t where t in S",
    params="S",
    words="Take a number of objects that is in the set S. Finite sets give values that are periodic from some heap on.",
    source="Berlekamp, Conway, Guy, Winning Ways, chapter 4",
)

allbut = game(
    "allbut",
    "n -> n-t where t not in S",
    params="S",
    words="Take any number of objects, at least one, that is not in the set S. Finite sets give arithmetic periods.",
    source="A. N. Siegel, Combinatorial Game Theory, chapter IV (all-but subtraction games)",
)

halving = game(
    "halving",
    "n -> n-t where 2*t <= n",
    words="Take at most half of the heap, at least one object. g(2m) = m and g(2m+1) = g(m).",
    source="L. Levine, Fractal sequences and restricted Nim, Ars Combinatoria 80 (2006)",
    oeis="A025480",
)

blackboard = game(
    "blackboard",
    "n -> y where n <= k*y and y < n",
    params="k",
    least=1,
    words="Numbers stand on a blackboard. Replace a number n by an integer y with n/k <= y < n. Numbers are at "
    "least 1.",
    source="51Nod 1661; the window law: L. Levine, Fractal sequences and restricted Nim (2006)",
)

race = game(
    "race",
    "p -> d*p where low <= d <= high and p < goal",
    params="low, high, goal",
    least=1,
    words="Multiply p by an integer from low to high; who first reaches the goal (p >= goal) wins.",
    source="Sicily 1305; POJ 2505 and UVa 847 (A multiplication game)",
)
