import { z } from 'zod';
import { boundedResponse, MAX_ANSWER_BYTES } from '../base/bounded-body.ts';
import { EnvironmentError, GemmarkError, UsageError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { bearerOf, withoutCredentials } from '../text/credentials.ts';
import { keepAddressSecrets } from '../text/secrets.ts';
import { interruptedError, networkError, statusError, type Wanted } from './remote-file.ts';

const DEFAULT_ENDPOINT = 'https://huggingface.co';
export const ANSWER_MS = 30_000;
const LISTED = 12;

/** A hub and the permission for it. */
export interface Hub {
	readonly endpoint: string;
	/** Header: the token, else user and password of the endpoint. */
	readonly authorization?: string;
}

/** `HF_ENDPOINT` and `HF_TOKEN`, as the hub's own tools read them. */
export function hubOf(env: Readonly<Record<string, string | undefined>>): Hub {
	const given = (env.HF_ENDPOINT || DEFAULT_ENDPOINT).replace(/(?<!\/)\/+$/, '');
	const token = bearerOf('HF_TOKEN', env);
	if (!URL.canParse(given)) return { endpoint: given, authorization: token };
	keepAddressSecrets(given);
	const { address, authorization } = withoutCredentials(new URL(given));
	return { endpoint: address.href.replace(/(?<!\/)\/+$/, ''), authorization: token ?? authorization };
}

export function hubFileUrl(hub: Hub, repository: string, file: string): URL {
	const path = file.split('/').map(encodeURIComponent).join('/');
	return new URL(`${hub.endpoint}/${repository}/resolve/main/${path}`);
}

export function hubHeaders(hub: Hub): Record<string, string> {
	return hub.authorization === undefined ? {} : { authorization: hub.authorization };
}

/** Paths of all GGUF files of a repository. */
export async function listGgufFiles(hub: Hub, repository: string, signal?: AbortSignal): Promise<readonly string[]> {
	const url = new URL(`${hub.endpoint}/api/models/${repository}/tree/main?recursive=true`);
	const wanted: Wanted = { what: repository, url, page: `${hub.endpoint}/${repository}` };
	const timeout = AbortSignal.timeout(ANSWER_MS);
	const unreadable = (cause?: unknown): EnvironmentError =>
		new EnvironmentError(message('download.no-list', { host: url.host, what: repository }), { cause });
	try {
		const response = await fetch(url, {
			headers: hubHeaders(hub),
			signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
		});
		if (!response.ok) throw statusError(response.status, wanted);
		const answer = await boundedResponse(response, MAX_ANSWER_BYTES, () => {
			return new EnvironmentError(message('download.list-too-long', { host: url.host, what: repository }));
		}).text();
		const entries = fileList.safeParse(JSON.parse(answer));
		if (!entries.success) throw unreadable(entries.error);
		return ggufPaths(entries.data);
	} catch (error) {
		if (signal?.aborted) throw interruptedError(wanted);
		if (error instanceof SyntaxError) throw unreadable(error);
		throw error instanceof GemmarkError ? error : networkError(error, wanted);
	}
}

/** The file of that quantization. Throws {@link UsageError} with the available files, unless there is exactly one. */
export function chooseQuantization(
	files: readonly string[],
	repository: string,
	quantization: string | undefined,
): string {
	const candidates = files.filter((file) => !/(^|\/)mmproj/i.test(file));
	const matching = quantization === undefined ? candidates : candidates.filter((file) => isOf(file, quantization));
	const [only] = matching;
	if (only !== undefined && matching.length === 1) return only;
	const there = (matching.length > 1 ? matching : candidates).slice(0, LISTED);
	if (there.length === 0) throw new UsageError(message('model.no-gguf', { repository }));
	const choices = there.map((file) => `hf:${repository}/${file}`);
	throw new UsageError(message('model.quantization', { repository, n: matching.length, quantization, files: choices }));
}

/** Whether the file's name has the quantization as a word: Q4_0 is not IQ4_0X. */
export function isOf(file: string, quantization: string): boolean {
	const words = (file.split('/').at(-1) ?? '').toLowerCase().split(/[-.]/);
	return words.includes(quantization.toLowerCase());
}

function ggufPaths(entries: z.infer<typeof fileList>): readonly string[] {
	const paths = entries.flatMap(({ path }) => path ?? []);
	return paths.filter((path) => path.toLowerCase().endsWith('.gguf') && !path.split('/').includes('..'));
}

const fileList = z.array(z.object({ path: z.string().optional() }).catch({}));
