import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import type { EngineIdentity } from '../../src/model/identity.ts';
import type { LoadedModel, Runner } from '../../src/model/runner.ts';
import { AppConversation, ChatConversation, DeviceCompleter } from './conversation.ts';
import { DeviceLink, type Link, requireModel } from './device-link.ts';
import { DeviceLog } from './device-state.ts';
import { exchangeWriter } from './exchange.ts';
import type { LinkOptions } from './listener.ts';
import { type DeviceOptions, deviceOptions } from './options.ts';

type DeviceRunner = Runner<DeviceOptions>;

/** `say` receives lines for the operator (default: stderr), `onListening` the place where the app finds the run. */
export function createDeviceRunner(
	ports: Partial<Pick<LinkOptions, 'say' | 'onListening' | 'graceMs'>> = {},
): DeviceRunner {
	const { say = (line) => void process.stderr.write(`${line}\n`), onListening, graceMs } = ports;
	return {
		name: 'device',
		options: deviceOptions,
		modelSource: 'name',
		check({ model }) {
			if (model !== '') fileSize(model);
		},
		async load({ model, loadTimeoutMs, run, ...options }) {
			const wanted = model === '' ? undefined : { path: model, sizeBytes: fileSize(model) };
			const connectTimeout = options.connectTimeout ?? (loadTimeoutMs && loadTimeoutMs / 1000);
			const { record } = options;
			const recorded = record === undefined ? undefined : { record: exchangeWriter(record), run };
			const log = new DeviceLog(recorded?.record);
			const link = await DeviceLink.open({
				...options,
				connectTimeout,
				say,
				onListening,
				graceMs,
				log,
				run: recorded?.run,
			});
			try {
				if (wanted !== undefined) requireModel(wanted, link.hello);
			} catch (error) {
				await link.dispose();
				throw error;
			}
			return modelOver(link, options, say);
		},
	};
}

/** The app on a phone, over a cable: it connects to gemmark and answers its asks. */
export const deviceRunner: DeviceRunner = createDeviceRunner();

/** The model at the other side of a link. `say` receives lines for the operator. */
export function modelOver(
	link: Link,
	{ coolDown: cooling, backend: wanted }: Partial<DeviceOptions> = {},
	say: (line: string) => void = () => undefined,
): LoadedModel {
	const { hello, level, log } = link;
	const unknown = hello.backend === undefined ? wanted : undefined;
	if (hello.backend !== undefined && hello.requestedBackend === undefined)
		say(`backend ${hello.backend}, as the app says`);
	const { file, sizeBytes, sha256 } = hello.model;
	const { adapter } = hello;
	let watched = 0;
	const base = {
		identity: {
			name: file,
			sizeBytes,
			sha256,
			adapter: adapter && { name: adapter.file, sha256: adapter.sha256 },
			// Results of the bundled miniature say nothing about Gemma, on any device.
			miniature: /^mini-[a-z0-9_]+\.gguf$/u.test(file),
		},
		engine: engineOf(link),
		host: { device: hello.device, os: hello.os },
		samplers: hello.samplers,
		loadMs: hello.initMs,
		async watchSample(signal: AbortSignal | undefined, sample?: string) {
			// A wait is between samples; a device that is already hot would spoil the first one too.
			if (cooling !== undefined && (watched > 0 || cooling === 'nominal')) await log.coolDown(cooling, signal, say);
			watched += 1;
			// An interrupted run asks nothing more.
			const failure = await link.beginSample(signal, sample).catch((error: unknown) => {
				if (signal?.aborted !== true) throw error;
				return undefined;
			});
			return { ...log.watch(), failure };
		},
		peakRssBytes: async () => log.peakBytes,
		doubts: () => (unknown === undefined ? [] : [message('device.backend-unknown', { wanted: unknown })]),
		dispose: () => link.dispose(),
	};
	if (level === 'app')
		return { ...base, kind: 'chat', openConversation: (options) => new AppConversation(link, options) };
	if (level === 'chat' || hello.raw === undefined) {
		const thinking = hello.thinking;
		return { ...base, kind: 'chat', thinking, openConversation: (options) => new ChatConversation(link, options) };
	}
	return { ...base, kind: 'raw', completer: new DeviceCompleter(link), ...hello.raw };
}

function engineOf({ hello, level }: Link): EngineIdentity {
	const { runtime, app, backend, requestedBackend, options } = hello;
	const identity = {
		runner: 'device',
		version: `${runtime.name} ${runtime.version} (${app.name} ${app.version})`,
		backend,
		requestedBackend,
		options,
		app: app.name,
	};
	return level === 'raw' ? identity : { ...identity, api: level };
}

function fileSize(path: string): number {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats?.isFile() === true) return stats.size;
	throw new UsageError(message('usage.device-model-missing', { path: resolve(path) }));
}
