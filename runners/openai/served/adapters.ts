import { z } from 'zod';
import { EngineError } from '../../../src/base/errors.ts';
import { type JsonObject, sha256 } from '../../../src/base/json.ts';
import { message } from '../../../src/base/message.ts';
import type { ModelIdentity } from '../../../src/model/identity.ts';
import type { Server } from '../http.ts';
import type { OpenAiOptions } from '../options.ts';
import { lastPart } from './name.ts';

/** Source: llama.cpp, tools/server/README.md and server-task.cpp (`server_task_result_get_lora`), read 2026-11-29. */
export const adaptersPage = z.array(z.object({ id: z.int(), path: z.string(), scale: z.number() }));

export type LoraAdapter = z.output<typeof adaptersPage>[number];

/** What distinguishes the adapters of a server from others; nothing where it does not report them. */
export function adapterMarks(adapters?: readonly LoraAdapter[]): readonly string[] {
	if (adapters === undefined) return [];
	return [`${adapters.length} adapters`, ...adapters.map(({ path, scale }) => `${path} × ${scale}`)];
}

/** With their scales of this run: the named one alone, or as the server has them. Throws {@link EngineError}. */
export function adaptersToAsk(
	{ url: address }: Server,
	{ adapter, adapterScale = 1 }: OpenAiOptions,
	loaded: readonly LoraAdapter[] = [],
): readonly LoraAdapter[] {
	if (adapter === undefined) return loaded;
	const [only, ...others] = loaded.filter(({ path }) => isSameFile(path, adapter));
	if (only !== undefined && others.length === 0)
		return loaded.map((one) => ({ ...one, scale: one === only ? adapterScale : 0 }));
	const paths = loaded.length === 0 ? undefined : loaded.map(({ path }) => path);
	throw new EngineError('model-missing', message('server.no-adapter', { address, adapter, loaded: paths }));
}

/** The server's paths begin where it was started. */
function isSameFile(...paths: readonly string[]): boolean {
	const [long = '', short = ''] = paths
		.map((path) => `/${path.replace(/^\.\//u, '')}`)
		.toSorted((one, other) => other.length - one.length);
	return long.endsWith(short);
}

/** Those that change answers, as one. */
export async function adapterIdentity(adapters: readonly LoraAdapter[]): Promise<ModelIdentity['adapter']> {
	const on = adapters.filter(({ scale }) => scale > 0);
	const [first] = on;
	if (first === undefined) return undefined;
	const name = on.map(({ path }) => lastPart(path)).join(' + ');
	return { name, pathSha256: await sha256(adapterMarks(on).join('\n')), scale: first.scale };
}

/**
 * Fields of each request: the scale of every adapter, as an empty list changes nothing (ggml-org/llama.cpp#28674). The server's
 * prompt cache also gives what it computed with another adapter (#26207, #30129).
 */
export function adapterFields(adapters: readonly LoraAdapter[]): JsonObject {
	if (adapters.length === 0) return {};
	return { lora: adapters.map(({ id, scale }) => ({ id, scale })), cache_prompt: false };
}
