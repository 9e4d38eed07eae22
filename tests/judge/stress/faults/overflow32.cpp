// The blackboard game with 32-bit chains y*k+1.
#include <cstdio>
#include <vector>
int value(int a, int k) {
    while (a > 1 && (a - 1) % k == 0) a = (a - 1) / k;
    return a - 1 - (a - 1) / k;
}
int with_value(int v, int k, int most) {
    if (v == 0) {
        int y = 1;
        while (y * k + 1 <= most && y * k + 1 > 0) y = y * k + 1;
        return y;
    }
    int y = (v - 1) / (k - 1) * k + (v - 1) % (k - 1) + 2;
    while (y * k + 1 <= most && y * k + 1 > 0) y = y * k + 1;
    return y;
}
int main() {
    int n, k;
    while (scanf("%d %d", &n, &k) == 2) {
        std::vector<int> a(n);
        int total = 0;
        for (int &x : a) { scanf("%d", &x); total ^= value(x, k); }
        bool found = false;
        for (int i = 0; i < n && !found && total; i++) {
            int y = with_value(value(a[i], k) ^ total, k, a[i] - 1);
            if (y < a[i] && (long long)y * k >= a[i]) { printf("Alice %d %d\n", i + 1, y); found = true; }
        }
        if (!found) puts("Bob");
    }
}
