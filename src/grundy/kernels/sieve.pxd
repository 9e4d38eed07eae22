# What `sieve` uses of C where it is compiled.

cdef extern from "sieve.h":
    int grundy_level() nogil
    int grundy_sieve(
        const void *a, const void *b, int width, Py_ssize_t blocks, unsigned char *marks, unsigned char mark, int page,
        int level,
    ) nogil
