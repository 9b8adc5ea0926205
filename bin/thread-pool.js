/**
 * Sizes libuv's thread pool before anything uses it; afterwards it cannot grow. Hashing takes a thread for each core, and the
 * four that Node.js has by itself are left for files, pictures and names of hosts. Processes that are begun inherit it.
 */
import { availableParallelism } from 'node:os';

process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + 4);
