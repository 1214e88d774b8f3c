import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { EngineError, UsageError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { isLiteRtFile } from '../gguf/check.ts';
import { withoutCredentials } from '../text/credentials.ts';
import { keepAddressSecrets, withoutAddressSecrets } from '../text/secrets.ts';
import { hubFilePath, hubFolder, urlFilePath } from './cache.ts';
import { type DownloadProgress, download } from './download.ts';
import { modelCacheFolder } from './folders.ts';
import { chooseQuantization, type Hub, hubFileUrl, hubHeaders, hubOf, isOf, listGgufFiles } from './hub.ts';
import type { Wanted } from './remote-file.ts';

interface ResolveModelOptions {
	/** Where downloads go; absent: the user's cache folder. */
	readonly cacheDir?: string;
	/** False: only downloaded files. */
	readonly download?: boolean;
	readonly onProgress?: (progress: DownloadProgress) => void;
	readonly signal?: AbortSignal;
	/** Pause before a broken download goes on, milliseconds. */
	readonly retryMs?: number;
	/** `HF_ENDPOINT` and `HF_TOKEN` are read from it; absent: the process's. */
	readonly env?: Readonly<Record<string, string | undefined>>;
}

const DEFAULT_RETRY_MS = 1000;

/**
 * Path of the file that `reference` names: a path stays as it is; `hf:user/repo:QUANT`, `hf:user/repo/file.gguf` and
 * web addresses are downloaded once. Throws {@link UsageError}, {@link EngineError} or {@link EnvironmentError}.
 */
export async function resolveModel(reference: string, options: ResolveModelOptions = {}): Promise<string> {
	const parsed = parseModelReference(reference);
	const cache = options.cacheDir ?? modelCacheFolder();
	const hub = hubOf(options.env ?? process.env);
	switch (parsed.type) {
		case 'path':
			return parsed.path;
		case 'url':
			return fetchFromAddress(parsed.url, cache, options);
		case 'hub':
			return fetchHubFile(hub, parsed.repository, parsed.file, cache, options);
		case 'hub-quantization': {
			const { repository, quantization } = parsed;
			const here = cachedFile(cache, repository, quantization);
			if (here !== undefined) return here;
			if (options.download === false) throw notHere(withoutAddressSecrets(reference));
			const files = await listGgufFiles(hub, repository, options.signal);
			return fetchHubFile(hub, repository, chooseQuantization(files, repository, quantization), cache, options);
		}
	}
}

async function fetchFromAddress(given: URL, cache: string, options: ResolveModelOptions): Promise<string> {
	const { address, authorization } = withoutCredentials(given);
	const headers: Readonly<Record<string, string>> = authorization === undefined ? {} : { authorization };
	return fetchOnce(
		{ what: withoutAddressSecrets(address.href), url: address },
		urlFilePath(cache, address),
		headers,
		options,
	);
}

async function fetchHubFile(
	hub: Hub,
	repository: string,
	file: string,
	cache: string,
	options: ResolveModelOptions,
): Promise<string> {
	if (/-\d{5}-of-\d{5}\.gguf$/i.test(file)) {
		throw new UsageError(message('model.one-part', { file: `${repository}/${file}` }));
	}
	const wanted: Wanted = {
		what: `${repository}/${file}`,
		url: hubFileUrl(hub, repository, file),
		page: `${hub.endpoint}/${repository}`,
	};
	return fetchOnce(wanted, hubFilePath(cache, repository, file), hubHeaders(hub), options);
}

async function fetchOnce(
	wanted: Wanted,
	path: string,
	headers: Readonly<Record<string, string>>,
	options: ResolveModelOptions,
): Promise<string> {
	if (existsSync(path)) return path;
	if (options.download === false) throw notHere(wanted.what);
	await download(wanted, path, {
		headers,
		retryMs: options.retryMs ?? DEFAULT_RETRY_MS,
		signal: options.signal,
		onProgress: options.onProgress,
	});
	return path;
}

/** The file of an earlier download, so that it needs no network. */
function cachedFile(cache: string, repository: string, quantization: string | undefined): string | undefined {
	const folder = hubFolder(cache, repository);
	if (!existsSync(folder)) return undefined;
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.map((file) => file.split(sep).join('/'))
		.filter((file) => file.toLowerCase().endsWith('.gguf'))
		.filter((file) => quantization === undefined || isOf(file, quantization));
	const [only] = files;
	return only !== undefined && files.length === 1 ? join(folder, ...only.split('/')) : undefined;
}

function notHere(what: string): EngineError {
	return new EngineError('model-missing', message('download.not-here', { what }));
}

/** A model as the operator names it. */
type ModelReference =
	| { readonly type: 'path'; readonly path: string }
	| { readonly type: 'url'; readonly url: URL }
	| { readonly type: 'hub'; readonly repository: string; readonly file: string }
	| { readonly type: 'hub-quantization'; readonly repository: string; readonly quantization?: string };

const HUB = /^hf:([\w.-]+\/[\w.-]+)(?::([\w.-]+)|\/([^:?#\\]+))?$/;

/** Reads a path, `hf:user/repo:QUANT`, `hf:user/repo/file.gguf`, `hf:user/repo` or a web address. Throws {@link UsageError}. */
function parseModelReference(reference: string): ModelReference {
	keepAddressSecrets(reference);
	if (reference === '') throw new UsageError(message('model.name-missing'));
	if (/^(?:hf:|https?:)/iu.test(reference) && isLiteRtFile(reference)) {
		throw new UsageError(message('model.litert', { name: reference.slice(reference.lastIndexOf('/') + 1) }));
	}
	if (reference.startsWith('hf:')) return hubReference(reference);
	if (/^https?:\/\//i.test(reference)) return { type: 'url', url: fileAddress(reference) };
	return { type: 'path', path: reference };
}

function hubReference(reference: string): ModelReference {
	const match = HUB.exec(reference);
	const [, repository, quantization, file] = match ?? [];
	if (repository === undefined || [repository, file ?? 'file'].some((path) => path.split('/').some(isUpward))) {
		throw invalidName(reference);
	}
	if (file !== undefined) return { type: 'hub', repository, file };
	return { type: 'hub-quantization', repository, quantization };
}

function isUpward(segment: string): boolean {
	return segment === '' || segment === '.' || segment === '..';
}

/** The page that shows a file on the hub is not the file. */
function fileAddress(reference: string): URL {
	try {
		const url = new URL(reference);
		url.pathname = url.pathname.replace(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/');
		return url;
	} catch (cause) {
		throw invalidName(reference, cause);
	}
}

function invalidName(reference: string, cause?: unknown): UsageError {
	return new UsageError(message('model.name-invalid', { reference: withoutAddressSecrets(reference) }), { cause });
}
