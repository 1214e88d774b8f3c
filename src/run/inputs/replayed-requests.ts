import { sha256 } from '../../base/json.ts';
import { openConversation } from '../../dialects/conversation/open-conversation.ts';
import type { AppUnderTest } from '../../eval/app.ts';
import { evaluate } from '../../eval/evaluate/evaluate.ts';
import type { SampleResult } from '../../eval/sample.ts';
import { parseRow } from '../../eval/scoring/rescore.ts';
import type { Suite } from '../../eval/suite.ts';
import type { Log } from '../../log/record.ts';
import { type CompletionRequest, type PromptPart, ScriptedCompleter } from '../../model/completer.ts';
import type { RawModel } from '../../model/runner.ts';
import { type OutputSpan, tokenSpans } from '../../summary/compare/divergence.ts';

/** What the model was asked in one generation, and the tokens it answered with. */
export interface ReplayedRequest {
	readonly parts: readonly PromptPart[];
	readonly sharedChars: number;
	readonly tokens: readonly number[];
	/** What each token is of, and the end. */
	readonly spans?: readonly OutputSpan[] | undefined;
}

export interface ReplayedRequests {
	readonly requests: readonly ReplayedRequest[];
	/** Generations whose prompt comes out otherwise than the log's hash of it, or whose tokens are not told. */
	readonly skipped: number;
}

/**
 * Plays logged samples again with a model that says what it said then: the log keeps hashes of the prompts, and this
 * gives the prompts. `model` lends its template.
 */
export async function replayedRequests(
	{ header }: Pick<Log, 'header'>,
	samples: readonly SampleResult[],
	suite: Suite,
	model: RawModel,
	app: AppUnderTest,
): Promise<ReplayedRequests> {
	const requests: ReplayedRequest[] = [];
	let skipped = 0;
	for (const sample of samples) {
		const completer = scriptOf(sample);
		await replay(sample, suite, { ...model, completer }, header.settings, app);
		for (const [index, generation] of sample.transcript.generations.entries()) {
			const { tokens, promptSha256 } = generation;
			const request = completer.requests[index];
			if (request === undefined || tokens === undefined || (await promptHash(request)) !== promptSha256) skipped += 1;
			else
				requests.push({
					parts: request.parts,
					sharedChars: request.sharedChars,
					tokens,
					spans: tokenSpans(generation),
				});
		}
	}
	return { requests, skipped };
}

async function replay(
	{ sample, arm, epoch, seed = 0 }: SampleResult,
	suite: Suite,
	model: RawModel,
	settings: Log['header']['settings'],
	app: AppUnderTest,
): Promise<void> {
	const { policy = 'push', reading = 'lenient', reflection = false, dialect = '' } = settings;
	const { temperature = 0, maxTokens = 1, deadlineMs = 60_000, thinking } = settings;
	const results = evaluate({
		plan: [{ suite, sample: parseRow(suite, sample), arm, epoch, seed }],
		openConversation: (options) => openConversation(model, dialect, options),
		app,
		settings: { seed, epochs: 1, temperature, maxTokens, deadlineMs, policy, reading, dialect, reflection, thinking },
	});
	for await (const _ of results);
}

function scriptOf({ transcript }: SampleResult): ScriptedCompleter {
	return new ScriptedCompleter(
		transcript.generations.map(({ pieces, tokens, finish }) => ({
			pieces,
			...(tokens === undefined ? {} : { tokens }),
			// A completer knows of no calls: reading the text finds them again.
			finish: finish.unified === 'tool-call' ? { unified: 'stop', raw: finish.raw } : finish,
		})),
	);
}

function promptHash({ parts }: CompletionRequest): Promise<string> {
	return sha256(parts.map(({ text }) => text).join(''));
}
