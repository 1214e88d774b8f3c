import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { CorpusCapture } from '../../src/capture/lines.ts';
import { capturedArm } from '../../src/capture/sample.ts';
import { ENGINE_DIALECT } from '../../src/dialects/conversation/open-conversation.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import { type AppIdentity, appIdentity, declaredSuite } from '../../src/eval/run.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { LOG_VERSION, type LogHeader, UNNAMED_MODEL } from '../../src/log/record.ts';
import type { EngineIdentity } from '../../src/model/identity.ts';
import { runOrigin } from '../../src/run/run-log.ts';
import type { IngestRequest } from './ingest.ts';

/** What the first line of a captured run's log says. What a device does not tell is absent. */
export function ingestedHeader(
	suite: Suite,
	app: AppUnderTest,
	files: readonly string[],
	captures: readonly CorpusCapture[],
	request: IngestRequest,
): LogHeader {
	// Of this checkout neither the time nor the commit says anything of the app.
	const { git: _, ...origin } = runOrigin();
	return {
		type: 'header',
		version: LOG_VERSION,
		...origin,
		startedAt: capturedAt(files) ?? origin.startedAt,
		...(request.commit === undefined ? {} : { git: { commit: request.commit, dirty: false } }),
		host: request.device === undefined ? {} : { device: request.device },
		model: {
			name: request.model ?? UNNAMED_MODEL,
			miniature: isMiniature(request.model) || captures.some(tellsMiniature),
		},
		engine: engineOf(request.engine),
		settings: {
			epochs: 1,
			// The app's own engine has read the calls.
			dialect: ENGINE_DIALECT,
			...(request.temperature === undefined ? {} : { temperature: request.temperature }),
		},
		app: capturedApp(app),
		// The app has its own prompts and data: gemmark's say nothing about them.
		suites: [
			declaredSuite(
				{ ...suite, corpus: { ...suite.corpus, prompts: [] } },
				{
					skipped: [],
					planned: suite.samples.length,
					plan: { arms: [capturedArm(suite)], ids: suite.samples.map(({ id }) => id) },
				},
			),
		],
	};
}

/** What of the app on the device is told here: by what language it is judged, and what it promises. Its version and files nobody told. */
function capturedApp(app: AppUnderTest): AppIdentity {
	const { name, language, budgets } = appIdentity(app);
	return { name, version: 'unversioned', language, budgets };
}

/** When the first capture was written last, as its file tells; a stream does not. */
function capturedAt(files: readonly string[]): string | undefined {
	const times = files.filter((file) => file !== '-').map((file) => statSync(file).mtime.toISOString());
	// A copy's clock may be wrong; nothing was captured later than now.
	const [first, now] = [times.toSorted()[0], new Date().toISOString()];
	return first !== undefined && first < now ? first : undefined;
}

/** A capture of the bundled miniature stays marked as one. */
function isMiniature(model: string | undefined): boolean {
	return /^mini-(?:f16|q8_0|q4_0)(?:\.gguf)?$/u.test(basename(model ?? ''));
}

/** What `gemmark run --capture` wrote of it says so, whatever it is called now. */
function tellsMiniature({ events }: CorpusCapture): boolean {
	return events.some(({ event }) => event.t === 'user' && event.miniature === true);
}

function engineOf(engine: string | undefined): EngineIdentity {
	const match = /^(.*\S)[\s@]+v?(\d\S*)$/u.exec(engine?.trim() ?? '');
	if (match?.[1] !== undefined && match[2] !== undefined) return { runner: match[1], version: match[2] };
	return { runner: engine?.trim() || 'on-device' };
}
