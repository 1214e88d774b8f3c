import { ENGINE_DIALECT } from '../dialects/conversation/open-conversation.ts';
import type { ScoreContext } from '../eval/score/scorer.ts';
import type { LogHeader, LogSample } from './record.ts';

/** What the scorers of a log's samples know beside them. */
export function scoringContext({ header }: { readonly header: LogHeader }): ScoreContext {
	return { language: header.app?.language ?? 'ko', dialect: header.settings.dialect };
}

/**
 * The sample without what nobody observed. Logs of before say of each call that an engine read by itself that it needed no
 * repair, score it so, and take for the first token of a later generation of an app's own turn one behind the app's tools.
 */
export function withoutUnseen(sample: LogSample, { settings, engine }: LogHeader): LogSample {
	if (settings.dialect !== ENGINE_DIALECT) return sample;
	const { strictFormat, ...others } = sample.scores;
	const scores = strictFormat?.value === undefined ? sample.scores : others;
	const ofApp = engine.api === 'app' && sample.timings.generations.length > 1;
	if (scores === sample.scores && !ofApp) return sample;
	const generations = sample.timings.generations.map((timing, index) => {
		if (!ofApp || index === 0 || timing.sinceLastEnd !== undefined) return timing;
		const { firstTokenMs: _, ...own } = timing;
		return { ...own, sinceLastEnd: true };
	});
	return { ...sample, scores, timings: { ...sample.timings, generations } };
}
