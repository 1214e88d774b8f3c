import { join } from 'node:path';
import { printSummary } from '../../reports/terminal/run.ts';
import { EnvironmentError, UsageError } from '../../src/base/errors.ts';
import { ingestCaptures, readCapture } from '../../src/capture/ingest.ts';
import { type CorpusCapture, readCorpusLines } from '../../src/capture/lines.ts';
import { processesAtOnce } from '../../src/capture/turns.ts';
import { ENGINE_DIALECT } from '../../src/dialects/conversation/open-conversation.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { LOG_NAME, markLatest, newRunFolder } from '../../src/log/folder.ts';
import { sampleProblem } from '../../src/log/line.ts';
import { writeLogFile } from '../../src/log/write-log.ts';
import type { Composition } from '../../src/run/compose/compose.ts';
import { tryApp } from '../../src/run/compose/try-app.ts';
import { requireGateable } from '../../src/run/results/judge.ts';
import { readRun } from '../../src/run/results/read-run.ts';
import type { GateResult } from '../../src/summary/gate/gate.ts';
import { toolDefaults } from '../../src/tool/declaration.ts';
import { composeHere } from '../compose.ts';
import { type GateRequest, openGate } from '../gate/gate-options.ts';
import { conclude } from '../report/conclude.ts';
import { ingestedHeader } from './ingested-header.ts';
import { placeOf, reservations } from './reservations.ts';

/** `gemmark ingest` as asked for on the command line. */
export interface IngestRequest extends GateRequest {
	readonly out?: string;
	/** Suite that was asked (default: the first of single turns). */
	readonly suite?: string | undefined;
	readonly config?: string | undefined;
	readonly model?: string;
	readonly device?: string;
	/** Name and version, such as `flutter_gemma 0.11.2`. */
	readonly engine?: string;
	readonly temperature?: number;
	/** Commit of the app. */
	readonly commit?: string;
	readonly lang?: 'en' | 'ko' | undefined;
	readonly json: boolean;
}

/** Turns an app's device log into a run of its single-turn suite, with verdict and reports. Exit code 3 when it decides nothing. */
export async function ingest(files: readonly string[], request: IngestRequest): Promise<number> {
	const composition = await composeHere(request.config);
	const gate = await openGate(request, request.config === undefined ? undefined : composition);
	const captures = await Promise.all(files.map(async (file) => readCorpusLines(await readCapture(file))));
	requireEvents(captures, files);
	requireOneApp(captures, files);
	const { app } = composition;
	const suite = await capturedSuite(composition, request);
	const { tools, parameters } = tryApp(app, request.config ?? 'gemmark');
	const heldAgainst = {
		language: app.language ?? 'ko',
		dialect: ENGINE_DIALECT,
		tools,
		defaults: toolDefaults(parameters),
	};
	const ingested = ingestCaptures(suite, captures, heldAgainst, (sample) => sampleProblem(sample, ENGINE_DIALECT));
	const { warnings, missing } = reservations(ingested, captures, files);
	const told = [...warnings, ...missing];
	for (const line of told) process.stderr.write(`gemmark: ${line}\n`);
	if (ingested.samples.length === 0) {
		throw new EnvironmentError(`${files.join(', ')}: no whole turn of the suite ${suite.name} is in it`, {
			hint: 'docs/on-device.md tells how to capture; the lines above tell what was left out.',
		});
	}
	const header = {
		...ingestedHeader(suite, app, files, captures, request),
		...(warnings.length > 0 && { warnings }),
	};
	requireGateable({ header }, gate, request);
	const folder = newRunFolder(request.out, header.model.name, new Date());
	const file = join(folder, LOG_NAME);
	writeLogFile(file, {
		header,
		samples: ingested.samples.map((sample) => ({ type: 'sample', ...sample })),
		failures: [],
		footer: {
			type: 'footer',
			endedAt: new Date().toISOString(),
			// All of the capture was read; what it lacks is missing, as of shards that nobody merged.
			outcome: 'complete',
			extra: { ingest: told },
		},
	});
	markLatest(folder);
	const log = await readRun(file);
	const print = (unwritten: EnvironmentError | undefined, result: GateResult | undefined): void =>
		printSummary(log, folder, { ...request, unwritten, gate: result });
	return await conclude({ log, folder, gate, print }, { ...request, lang: request.lang ?? composition.lang });
}

/** The suite that was asked on the device: the named one, else the first whose samples are one turn each. */
async function capturedSuite(composition: Composition, { suite: name }: IngestRequest): Promise<Suite> {
	const suites = await composition.suites(name === undefined ? undefined : [name]);
	const suite = suites.find(({ oneTurn }) => oneTurn === true);
	if (suite !== undefined) return suite;
	const what = name === undefined ? 'no suite here has' : `the suite ${name} has not`;
	throw new UsageError(`a capture is of single turns, and ${what} one user turn for each sample`, {
		hint: 'Name one that has with --suite.',
	});
}

function requireEvents(captures: readonly CorpusCapture[], files: readonly string[]): void {
	if (captures.some(({ events }) => events.length > 0)) return;
	const damaged = captures.flatMap((one, capture) => one.damaged.map((line) => ({ ...line, capture })));
	const [first] = damaged;
	const told = first && ` that can be read, ${damaged.length} that cannot, the first at ${placeOf(first, files)}`;
	throw new UsageError(`${files.join(', ')}: no line of the corpus logger${told ?? ''}`, {
		hint: 'docs/on-device.md tells how to build the app and capture its log.',
	});
}

/** Nobody could say of a verdict which of two apps it is of. Lines of one that was started again stand behind each other. */
function requireOneApp(captures: readonly CorpusCapture[], files: readonly string[]): void {
	for (const [index, { events }] of captures.entries()) {
		const processes = processesAtOnce(events);
		if (processes.length === 0) continue;
		throw new UsageError(
			`${files[index] ?? ''}: processes ${processes.join(', ')} logged at once, and a verdict is of one app`,
			{ hint: `Keep the lines of one: adb logcat --pid=${processes[0]}, or grep its id in the capture.` },
		);
	}
}
