import type { EngineFate } from './fate.ts';
import { flutterGemmaNative, flutterGemmaWeb } from './flutter-gemma/flutter-gemma.ts';
import { litertLm, litertLmTolerant } from './litert-lm.ts';
import { llamaCpp } from './llama-cpp.ts';
import { mlxLm } from './mlx-lm.ts';
import { ollama } from './ollama.ts';
import { vllm } from './vllm.ts';

/** Every engine whose rules are emulated; the first are those of phones. */
export const ENGINE_FATES: readonly EngineFate[] = [
	flutterGemmaNative,
	flutterGemmaWeb,
	litertLm,
	litertLmTolerant,
	llamaCpp,
	ollama,
	vllm,
	mlxLm,
];
