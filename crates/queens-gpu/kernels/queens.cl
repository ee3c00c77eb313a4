/* The kernels of graphics cards: one text, compiled as OpenCL C and as CUDA C++.
 *
 * expand  puts a queen on one row of many partial placements.
 * count   completes placements whose open rows all lie on one side of the middle.
 *
 * docs/gpu.md explains both. src/device.rs checks every bound that is relied on here.
 */

/* Lanes of a group. */
#define LANES 128u
/* Steps of a lane between two looks at the queue. */
#define STEPS 4u
/* Tasks that a lane takes at once at most. */
#define TAKEN 16u

/* What `control` holds. */
#define HEAD 0
#define BUSY 1
#define WRITTEN 2

#ifdef __CUDACC__

typedef unsigned int u32;
typedef unsigned long long u64;
typedef uint4 frame;
typedef uint2 pair;
#define KERNEL extern "C" __global__ void __launch_bounds__(LANES)
#define GLOBAL
#define LOCAL
#define INLINE __device__ __forceinline__
#define LANE threadIdx.x
#define GROUP blockIdx.x
#define GROUPS gridDim.x
#define BARRIER __syncthreads()
#define LOCAL_ARRAY(type, name, length) __shared__ type name[length]
#define BITS(x) ((u32)__popc(x))
#define MIN(a, b) min(a, b)
#define FRAME(a, b, c, d) make_uint4(a, b, c, d)
#define PAIR(a, b) make_uint2(a, b)
#define ADD(pointer, amount) atomicAdd(pointer, amount)
#define ADD_WIDE(pointer, amount) atomicAdd(pointer, (u64)(amount))
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")

/* The stack is the launch's dynamic shared memory; places on it are addresses, which the compiler would make
 * 64 bits wide if they were pointers. */
#define STACK
#define STACK_BEGIN(i) (shared_base() + 16u * (i))
typedef u32 place;
#define STRIDE (16u * LANES)
INLINE place shared_base() {
    extern __shared__ frame stack[];
    return (u32)__cvta_generic_to_shared(stack);
}
#define PUT(at, k, l, m, n) \
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(k), "r"(l), "r"(m), "r"(n) : "memory")
#define TAKE(at, k, l, m, n) \
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(k), "=r"(l), "=r"(m), "=r"(n) : "r"(at) : "memory")

/* What MEET says below, in two instructions. The compiler makes it four of plain C; from Blackwell on it makes
 * branches of this, and none of plain C. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 1000
#define MEET(squares, some, both, a, b, c, d) \
    asm("{\n" \
        ".reg .pred p, q;\n" \
        ".reg .u32 t;\n" \
        "lop3.or.b32 %0|p, %3, %4, 0, 0xc0, 0;\n" \
        "lop3.and.b32 t|q, %5, %6, 0, 0xc0, p;\n" \
        "selp.u32 %1, 1, 0, p;\n" \
        "selp.u32 %2, 1, 0, q;\n" \
        "}" \
        : "=r"(squares), "=r"(some), "=r"(both) \
        : "r"(a), "r"(b), "r"(c), "r"(d))
#endif

/* x, moved by a multiplier that the compiler does not know to be one: selecting and adding are done by the
 * same units as all the logic, which are busy, and multiplying by others, which are idle. */
#define MOVED(x) ((x) * one)

#else

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
typedef uint u32;
typedef ulong u64;
typedef uint4 frame;
typedef uint2 pair;
#define KERNEL __kernel __attribute__((reqd_work_group_size(LANES, 1, 1))) void
#define GLOBAL __global
#define LOCAL __local
#define INLINE static inline
#define LANE ((u32)get_local_id(0))
#define GROUP ((u32)get_group_id(0))
#define GROUPS ((u32)get_num_groups(0))
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define LOCAL_ARRAY(type, name, length) __local type name[length]
#define BITS(x) popcount(x)
#define MIN(a, b) min(a, b)
#define FRAME(a, b, c, d) (frame)(a, b, c, d)
#define PAIR(a, b) (pair)(a, b)
#define ADD(pointer, amount) atomic_add(pointer, amount)
#define ADD_WIDE(pointer, amount) atom_add(pointer, (u64)(amount))
#define UNROLL
#define ROLLED

#define STACK __local frame *stack,
#define STACK_BEGIN(i) (stack + (i))
typedef __local frame *place;
#define STRIDE LANES
#define PUT(at, k, l, m, n) *(at) = FRAME(k, l, m, n)
#define TAKE(at, k, l, m, n) \
    do { \
        const frame taken = *(at); \
        k = taken.x, l = taken.y, m = taken.z, n = taken.w; \
    } while (0)
#define MOVED(x) (x)

#endif

/* squares = a & b; whether it has some; whether it has, and c & d too. */
#ifndef MEET
#define MEET(squares, some, both, a, b, c, d) \
    do { \
        squares = (a) & (b); \
        some = squares != 0u; \
        both = some && ((c) & (d)) != 0u; \
    } while (0)
#endif

/* A placement at work: the columns without a queen; the diagonals as they meet the row, those that go left to
 * right as bits rise with each row (`left`) and the others (`right`); the free squares of the row that were not
 * tried yet; and where the next frame goes. */
typedef struct {
    u32 columns, left, right, squares;
    place top;
} lane;

/* Puts a queen on the lowest free square that is left. All lanes of a warp do the same instructions.
 *
 * `rows[k]` is for a queen that leaves k columns: .x has the columns allowed on the next row, .y those of the
 * row after it; the two high bits have the distances to them, unless all rows are neighbours. rows[1].y is 0:
 * a queen that leaves one column has completed the board if that column's square is free, and nothing is
 * left to try. */
INLINE u32 step(lane *x, LOCAL const pair *rows, const u32 apart, const u32 one) {
    const u32 queen = x->squares & (0u - x->squares);
    const u32 siblings = x->squares ^ queen;
    const u32 columns = x->columns ^ queen;
    const u32 open = BITS(columns);
    const pair row = rows[open];
    const u32 to_next = apart ? row.x >> 30 : 1u;
    const u32 left = (x->left | queen) << to_next;
    const u32 right = (x->right | queen) >> to_next;
    const u32 to_after = apart ? row.y >> 30 : 1u;
    u32 squares, some, lives;
    MEET(squares, some, lives, columns & ~(left | right), row.x,
         columns & ~(left << to_after | right >> to_after), row.y);
    const u32 completes = open == 1u && some;
    if (lives && siblings != 0u) {
        PUT(x->top, x->columns, x->left, x->right, siblings);
        x->top = MOVED(x->top) + STRIDE;
    }
    x->squares = siblings;
    if (lives) {
        x->columns = MOVED(columns);
        x->left = MOVED(left);
        x->right = MOVED(right);
        x->squares = MOVED(squares);
    }
    if (x->squares == 0u) {
        x->top = MOVED(x->top) - STRIDE;
        TAKE(x->top, x->columns, x->left, x->right, x->squares);
    }
    return completes;
}

/* One slice: every lane does up to `rounds` rounds of STEPS steps, takes the next task whenever it has nothing
 * left, and keeps what it is at in `saved`.
 *
 * Below a lane's stack lie STEPS empty frames: a lane without work takes them one by one, harmlessly, until
 * the next look at the queue. Their number tells how many of the steps were none, so that nodes need not be
 * counted step by step. */
INLINE void complete(
    place base,
    LOCAL pair *rows,
    GLOBAL const frame *tasks,
    GLOBAL const u32 *owners,
    const u32 total,
    GLOBAL u32 *control,
    GLOBAL u64 *tallies,
    GLOBAL frame *saved,
    GLOBAL const pair *table,
    const u32 rounds,
    const u32 one,
    const u32 apart) {
    const u32 lanes = GROUPS * LANES;
    const u32 me = GROUP * LANES + LANE;
    if (LANE < 33u) rows[LANE] = table[LANE];
    ROLLED for (u32 i = 1; i <= STEPS; i++) PUT(base - i * STRIDE, 0x80000000u, ~0u, ~0u, 0u);
    BARRIER;

    const frame now = saved[me];
    const frame more = saved[lanes + me];
    lane x;
    x.columns = now.x;
    x.left = now.y;
    x.right = now.z;
    x.squares = now.w;
    x.top = base;
    ROLLED for (u32 i = 0; i < more.x; i++) {
        const frame kept = saved[(size_t)(2u + i) * lanes + me];
        PUT(x.top, kept.x, kept.y, kept.z, kept.w);
        x.top += STRIDE;
    }
    u32 next = more.y, end = more.z, owner = more.w;
    u32 solutions = 0, nodes = 0;
    u32 busy = x.squares != 0u;

    ROLLED for (u32 round = 0; round < rounds; round++) {
        if (x.squares == 0u) {
            if (busy) {
                nodes += STEPS * round + 1u - (u32)(base - x.top) / STRIDE;
                busy = 0;
            }
            if (next == end) {
                /* Fewer towards the end of the queue, so that all lanes end at about the same time. */
                const u32 some = MIN(TAKEN, (total - MIN(end, total)) / (8u * lanes) + 1u);
                const u32 from = MIN(ADD(&control[HEAD], some), total);
                next = from;
                end = MIN(from + some, total);
                if (next == end) break;
            }
            if (owners[next] != owner) {
                if (nodes != 0u) {
                    if (solutions != 0u) ADD_WIDE(&tallies[2u * owner], solutions);
                    ADD_WIDE(&tallies[2u * owner + 1u], nodes + solutions);
                }
                solutions = nodes = 0;
                owner = owners[next];
            }
            const frame task = tasks[next++];
            x.columns = task.x;
            x.left = task.y;
            x.right = task.z;
            x.squares = task.w;
            x.top = base;
            nodes -= STEPS * round;
            busy = 1;
        }
        UNROLL for (u32 i = 0; i < STEPS; i++) {
            if (step(&x, rows, apart, one)) solutions = MOVED(solutions) + 1u;
        }
    }

    u32 depth = 0;
    if (busy) {
        nodes += STEPS * rounds;
        if (x.squares == 0u) {
            nodes += 1u - (u32)(base - x.top) / STRIDE;
        } else {
            depth = (u32)(x.top - base) / STRIDE;
        }
    }
    if (nodes != 0u) {
        if (solutions != 0u) ADD_WIDE(&tallies[2u * owner], solutions);
        ADD_WIDE(&tallies[2u * owner + 1u], nodes + solutions);
    }
    saved[me] = FRAME(x.columns, x.left, x.right, x.squares);
    saved[lanes + me] = FRAME(depth, next, end, owner);
    ROLLED for (u32 i = 0; i < depth; i++) {
        u32 columns, left, right, squares;
        TAKE(base + i * STRIDE, columns, left, right, squares);
        saved[(size_t)(2u + i) * lanes + me] = FRAME(columns, left, right, squares);
    }
    if (x.squares != 0u || next != end) ADD(&control[BUSY], 1u);
}

/* All open rows are neighbours. */
KERNEL count_near(
    STACK GLOBAL const frame *tasks,
    GLOBAL const u32 *owners,
    u32 total,
    GLOBAL u32 *control,
    GLOBAL u64 *tallies,
    GLOBAL frame *saved,
    GLOBAL const pair *table,
    u32 rounds,
    u32 one) {
    LOCAL_ARRAY(pair, rows, 33);
    complete(STACK_BEGIN(STEPS * LANES + LANE), rows, tasks, owners, total, control, tallies, saved, table, rounds,
             one, 0u);
}

/* Some rows between them have their queen. */
KERNEL count_apart(
    STACK GLOBAL const frame *tasks,
    GLOBAL const u32 *owners,
    u32 total,
    GLOBAL u32 *control,
    GLOBAL u64 *tallies,
    GLOBAL frame *saved,
    GLOBAL const pair *table,
    u32 rounds,
    u32 one) {
    LOCAL_ARRAY(pair, rows, 33);
    complete(STACK_BEGIN(STEPS * LANES + LANE), rows, tasks, owners, total, control, tallies, saved, table, rounds,
             one, 1u);
}

/* The squares that are free and allowed on a row. */
INLINE u32 squares_of(u32 cols, u64 anti, u64 diag, u32 row, u32 last, u32 allowed) {
    return allowed & ~(cols | (u32)(anti >> row) | (u32)(diag >> (last - row)));
}

/* Puts a queen on every free square of `row` of `count` placements, and keeps the children that have a free
 * square on both the rows `next` and `after`. A placement is six words, each in an array of `capacity`: columns,
 * `/` lines and `\` lines taken, numbered as in the library's `Subproblem`, and the owner, whose nodes count.
 * Their arrays begin so many words into `states`, and so do those of the children.
 *
 * The children are written behind `at`, as placements or, if `side` is not 0, as tasks to be counted, whose first
 * row is `next`: 1 if their rows go down from there, 2 if they go up. */
KERNEL expand(
    GLOBAL u32 *states,
    GLOBAL frame *tasks,
    GLOBAL u32 *owners,
    GLOBAL u32 *control,
    GLOBAL u64 *tallies,
    u32 capacity,
    u32 from_words,
    u32 to_words,
    u32 first,
    u32 count,
    u32 at,
    u32 last,
    u32 row,
    u32 row_allowed,
    u32 next,
    u32 next_allowed,
    u32 after,
    u32 after_allowed,
    u32 side) {
    LOCAL_ARRAY(u32, group, 4);
    GLOBAL const u32 *from = states + from_words;
    GLOBAL u32 *to = states + to_words;
    const u32 me = GROUP * LANES + LANE;
    const size_t i = (size_t)first + MIN(me, count - 1u);
    const u32 cols = from[i];
    const u64 anti = from[capacity + i] | (u64)from[2 * (size_t)capacity + i] << 32;
    const u64 diag = from[3 * (size_t)capacity + i] | (u64)from[4 * (size_t)capacity + i] << 32;
    const u32 owner = from[5 * (size_t)capacity + i];
    if (LANE == 0u) {
        group[0] = 0;
        group[1] = 0;
        group[3] = owner;
    }
    BARRIER;

    u32 kept = 0;
    if (me < count) {
        u32 squares = squares_of(cols, anti, diag, row, last, row_allowed);
        const u32 tried = BITS(squares);
        ROLLED while (squares != 0u) {
            const u32 queen = squares & (0u - squares);
            squares ^= queen;
            const u64 anti_of = anti | (u64)queen << row, diag_of = diag | (u64)queen << (last - row);
            if (squares_of(cols | queen, anti_of, diag_of, next, last, next_allowed) != 0u &&
                squares_of(cols | queen, anti_of, diag_of, after, last, after_allowed) != 0u)
                kept |= queen;
        }
        /* Almost always a group has one owner; one addition to the far memory then does for all. */
        if (owner == group[3]) {
            ADD(&group[1], tried);
        } else if (tried != 0u) {
            ADD_WIDE(&tallies[2u * owner + 1u], tried);
        }
    }
    const u32 place_in_group = ADD(&group[0], BITS(kept));
    BARRIER;
    if (LANE == 0u) {
        group[2] = ADD(&control[WRITTEN], group[0]);
        if (group[1] != 0u) ADD_WIDE(&tallies[2u * owner + 1u], group[1]);
    }
    BARRIER;

    size_t out = (size_t)at + group[2] + place_in_group;
    ROLLED while (kept != 0u) {
        const u32 queen = kept & (0u - kept);
        kept ^= queen;
        const u32 cols_of = cols | queen;
        const u64 anti_of = anti | (u64)queen << row, diag_of = diag | (u64)queen << (last - row);
        if (side == 0u) {
            to[out] = cols_of;
            to[capacity + out] = (u32)anti_of;
            to[2 * (size_t)capacity + out] = (u32)(anti_of >> 32);
            to[3 * (size_t)capacity + out] = (u32)diag_of;
            to[4 * (size_t)capacity + out] = (u32)(diag_of >> 32);
            to[5 * (size_t)capacity + out] = owner;
        } else {
            const u32 on_anti = (u32)(anti_of >> next), on_diag = (u32)(diag_of >> (last - next));
            const u32 columns = ~cols_of & (0xffffffffu >> (31u - last));
            const u32 left = side == 1u ? on_diag : on_anti, right = side == 1u ? on_anti : on_diag;
            tasks[out] = FRAME(columns, left, right, columns & next_allowed & ~(left | right));
            owners[out] = owner;
        }
        out++;
    }
}
