import { ENGINE_DIALECT } from '../dialects/conversation/open-conversation.ts';
import type { ScoreContext } from '../eval/score/scorer.ts';
import type { LogHeader, LogSample } from './record.ts';

/** What the scorers of a log's samples know beside them. */
export function scoringContext({ header }: { readonly header: LogHeader }): ScoreContext {
	return { language: header.app?.language ?? 'ko', dialect: header.settings.dialect };
}

/**
 * The sample without what nobody observed: logs of before say of each call that an engine read by itself that it needed no
 * repair, and score it so.
 */
export function withoutUnseenFormat(sample: LogSample, { settings }: LogHeader): LogSample {
	const { strictFormat, ...scores } = sample.scores;
	if (settings.dialect !== ENGINE_DIALECT || strictFormat?.value === undefined) return sample;
	return { ...sample, scores };
}
