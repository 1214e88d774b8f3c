import { ENGINE_DIALECT } from '../../dialects/conversation/open-conversation.ts';
import { counted } from '../../text/counted.ts';
import type { Log } from '../record.ts';

/**
 * One warning where marks that end or open a turn stand as text in what a server or app gave: it did not stop where its model
 * did, or renders another model's template. What was said counts with them, for a user would have read them.
 */
export function leakedTurns({ header, samples }: Pick<Log, 'header' | 'samples'>): readonly string[] {
	if (header.settings.dialect !== ENGINE_DIALECT) return [];
	const marks = samples.flatMap(({ sample, transcript }) => {
		const said = transcript.generations.map(({ pieces }) => pieces.join('')).join('\n');
		const mark = TURN_MARK.exec(said)?.[0];
		return mark === undefined || JSON.stringify(sample.input ?? '').includes(mark) ? [] : [mark];
	});
	if (marks.length === 0) return [];
	const kinds = [...new Set(marks)].slice(0, 3).join(', ');
	return [
		`marks of a chat template (${kinds}) stand as text in ${counted(marks.length, 'turn')}: check the template and the stop words of what answered`,
	];
}

/** Of Gemma 3 and 4, and of other families whose template a server may have taken. */
const TURN_MARK =
	/<(?:start_of_turn|end_of_turn|\|turn|turn\||bos|eos|pad|\|im_start\||\|im_end\||\|eot_id\||\|endoftext\|)>|<\/s>/u;
