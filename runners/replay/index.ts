import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';
import { type EngineIdentity, engineName } from '../../src/model/identity.ts';
import type { LoadedModel, Runner } from '../../src/model/runner.ts';
import { withoutAddressSecrets } from '../../src/text/secrets.ts';
import { type Replay, ReplayCompleter } from './completer.ts';
import { ReplayConversation } from './conversation.ts';
import { type ReplayOptions, replayOptions } from './options.ts';
import { Recording } from './recording.ts';

/**
 * Feeds the recorded token streams of a log through the chat loop again, without an engine: under another policy,
 * reading or dialect. `model` is a run folder or its log. Times are the recording's; it is played at once, or at the
 * pace it was recorded in.
 */
export const replayRunner: Runner<ReplayOptions> = {
	name: 'replay',
	options: replayOptions,
	modelSource: 'name',
	check({ model }) {
		logFile(model);
	},
	async load({ model, realTime = false }) {
		const started = performance.now();
		const log = await readLogFile(logFile(model));
		const disposal = new AbortController();
		const recording = new Recording(log);
		const loaded = modelOf(log, recording, { name: model, realTime, disposed: disposal.signal });
		return {
			...loaded,
			// What is played was sampled as it was recorded, whatever is asked for now.
			samplers: SAMPLERS.filter((sampler) => log.header.settings[sampler] !== undefined),
			identity: log.header.model,
			engine: engineOf(log),
			loadMs: performance.now() - started,
			peakRssBytes: async () => undefined,
			dispose: async () => disposal.abort(),
		};
	},
};

const SAMPLERS = ['topK', 'topP'] as const;

type Playing = LoadedModel extends infer M
	? M extends LoadedModel
		? Omit<M, 'identity' | 'engine' | 'samplers' | 'loadMs' | 'peakRssBytes' | 'dispose'>
		: never
	: never;

/** With the template in the log, prompts are rendered and streams read again; without it, recorded events are repeated. */
function modelOf({ header }: Log, recording: Recording, options: Replay): Playing {
	const { template } = header;
	if (template === undefined) {
		return { kind: 'chat', openConversation: (choice) => new ReplayConversation(recording, choice, options) };
	}
	return {
		kind: 'raw',
		completer: new ReplayCompleter(recording, options),
		chatTemplate: template.source,
		bosToken: template.bosToken,
		eosToken: template.eosToken,
		addsBos: template.addsBos,
		grammar: recording.constrained,
	};
}

function engineOf({ header }: Log): EngineIdentity {
	const { engine } = header;
	return {
		...engine,
		runner: 'replay',
		version: engineName(engine),
		timingsNotComparable: message('replay.timings'),
	};
}

function logFile(model: string): string {
	if (model === '' || !existsSync(model)) {
		const place = model === '' ? '--runner replay' : withoutAddressSecrets(model);
		throw new EngineError('model-missing', message('replay.no-recording', { place }));
	}
	return statSync(model).isDirectory() ? join(model, 'log.jsonl') : model;
}
