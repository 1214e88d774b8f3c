import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { singleLine } from '../../reports/terminal/text.ts';
import { answerCacheSize, clearAnswerCache } from '../../run/answer-cache.ts';
import { bundledModelFolder } from '../../run/compose/load.ts';
import { EnvironmentError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { answerCacheFile, modelCacheFolder } from '../../src/download/folders.ts';
import { ggufFiles } from '../../src/gguf/check.ts';
import { shellQuoted } from '../../src/text/text.ts';
import { printJson } from '../process.ts';

/** `gemmark models`: which models can be run here. */
export function addModels(command: Command): void {
	command.option('--json', 'print as JSON', false).action(listModels);
}

/** `gemmark devices`: which phones a cable leads to. */
export function addDevices(command: Command): void {
	command.option('--json', 'print as JSON', false).action(listDevices);
}

/** `gemmark cache`: the answers that later runs need not ask for again. */
export function addCache(command: Command): void {
	command
		.option('--clear', 'remove all answers', false)
		.option('--json', 'print as JSON', false)
		.action(({ clear, json }: { readonly clear: boolean; readonly json: boolean }) => {
			const file = answerCacheFile();
			if (clear) clearAnswerCache(file);
			const { answers, bytes } = sizeOf(file);
			const text = json
				? JSON.stringify({ file, answers, bytes })
				: `${answers} answers, ${(bytes / 1e6).toFixed(1)} MB in ${file}`;
			process.stdout.write(`${text}\n`);
		});
}

function sizeOf(file: string): ReturnType<typeof answerCacheSize> {
	try {
		return answerCacheSize(file);
	} catch (cause) {
		const problem = cause instanceof Error ? cause.message : String(cause);
		throw new EnvironmentError(message('command.cache-unreadable', { file, problem }), { cause });
	}
}

interface ListedModel {
	readonly name: string;
	/** On disk, or in GPU memory for web-llm; absent where it is unknown. */
	readonly sizeBytes?: number;
	/** What to give to `--model`. */
	readonly reference: string;
	readonly origin: 'bundled' | 'downloaded' | 'web-llm';
}

/** Prints the models that are on this machine, and how others are named. */
async function listModels(options: { readonly json: boolean }): Promise<void> {
	const cache = modelCacheFolder();
	const models = [
		...listedIn(bundledModelFolder(), 'bundled'),
		...listedIn(cache, 'downloaded'),
		...(await browserModels()),
	];
	if (options.json) {
		printJson(models);
		return;
	}
	for (const model of models) process.stdout.write(`${describe(model)}\n`);
	process.stdout.write(
		[
			'',
			'The bundled models are miniatures for exercising the harness; their verdicts are not about Gemma.',
			'To use a Gemma: --model path/to/model.gguf, or --model hf:user/repo:Q4_0',
			`Downloads go to ${cache} (set GEMMARK_CACHE to use another folder).`,
			'',
		].join('\n'),
	);
}

function describe({ name, sizeBytes, reference, origin }: ListedModel): string {
	const size = sizeBytes === undefined ? '' : `  ${(sizeBytes / 1e6).toFixed(1)} MB`;
	return `${name}${size}  ${origin}  ${origin === 'web-llm' ? '--runner web-llm ' : ''}--model ${shellQuoted(reference)}`;
}

/** What web-llm can fetch by name; nothing where it is not installed. */
async function browserModels(): Promise<readonly ListedModel[]> {
	const { webLlmModels } = await import('../../runners/web-llm/index.ts');
	const models = await webLlmModels().catch(() => []);
	return models.map(({ name, gpuMemoryBytes }) => ({
		name,
		reference: name,
		origin: 'web-llm',
		sizeBytes: gpuMemoryBytes,
	}));
}

function listedIn(folder: string, origin: ListedModel['origin']): readonly ListedModel[] {
	return ggufFiles(folder).flatMap((name) => {
		const reference = join(folder, name);
		const file = statSync(reference, { throwIfNoEntry: false });
		return file?.isFile() ? [{ name, sizeBytes: file.size, reference, origin }] : [];
	});
}

/** A phone or emulator as adb sees it. What adb does not report is absent. */
interface AdbDevice {
	readonly serial: string;
	/** `device` is ready; `unauthorized` and `offline` are not. */
	readonly state: string;
	readonly model?: string;
	readonly product?: string;
}

/** Prints the devices that adb sees, and what to do about those that are not ready. Throws EnvironmentError without adb, and where none is ready. */
async function listDevices({ json }: { readonly json: boolean }): Promise<void> {
	const devices = readDevices(await adbOutput());
	const isReady = devices.some(({ state }) => state === 'device');
	if (json) printJson(devices);
	else for (const device of devices) process.stdout.write(`${singleLine(devicesDescribe(device))}\n`);
	if (!isReady) {
		throw new EnvironmentError(message(devices.length === 0 ? 'adb.no-device' : 'adb.not-ready'));
	}
	if (json) return;
	process.stdout.write(
		'\nadb reverse tcp:7357 tcp:7357 lets its app reach gemmark run --runner device (docs/device.md)\n',
	);
}

/** The lines of `adb devices -l` after its heading. */
export function readDevices(output: string): readonly AdbDevice[] {
	return output.split(/\r?\n/u).flatMap((line) => {
		const [, serial, state, rest = ''] =
			/^(\S+)\s+(device|offline|unauthorized|no permissions\b[^;]*|\w+)\b(.*)$/u.exec(line) ?? [];
		if (serial === undefined || state === undefined || line.startsWith('List of') || line.startsWith('*')) return [];
		const fields = Object.fromEntries(
			Array.from(rest.matchAll(/(?<!\w)(\w+):(\S+)/gu), ([, key, value]) => [key, value]),
		);
		const { model, product } = fields;
		return [{ serial, state: state.trim(), model: model?.replaceAll('_', ' '), product }];
	});
}

async function adbOutput(): Promise<string> {
	try {
		const { stdout } = await promisify(execFile)('adb', ['devices', '-l'], { timeout: 20_000 });
		return stdout;
	} catch (cause) {
		const { code, stderr = '' } = cause as NodeJS.ErrnoException & { readonly stderr?: string };
		if (code === 'ENOENT') {
			throw new EnvironmentError(message('adb.missing'), { cause });
		}
		const text = singleLine(stderr.trim().split('\n').at(-1) ?? '') || undefined;
		throw new EnvironmentError(message('adb.failed', { text }), { cause });
	}
}

function devicesDescribe({ serial, state, model, product }: AdbDevice): string {
	return [serial, state, model ?? product, ADVICE.get(state)].filter((part) => part !== undefined).join('  ');
}

const ADVICE: ReadonlyMap<string, string> = new Map([
	['unauthorized', 'allow USB debugging on its screen'],
	['offline', 'unplug it and plug it in again'],
]);
