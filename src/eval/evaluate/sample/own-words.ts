import { canonicalJson, sha256 } from '../../../base/json.ts';
import { normalizeText } from '../../../text/text.ts';
import { type SampleResult, sampleKey } from '../../sample.ts';

/** What a sample's transcript tells of how it was asked, in normalized text. */
export interface AskedWords {
	/** Of its row. */
	readonly input: string;
	/** What the user said, in its order. */
	readonly said: readonly string[];
	/** Of the first prompt, behind system text and tools. */
	readonly tail: string | undefined;
}

type Asked = Pick<SampleResult, 'suite' | 'sampleId' | 'arm' | 'epoch' | 'sample' | 'transcript'>;

/**
 * SHA-256 that ties a sample to the words in which its suite asked it, where those are not its row's: of its key and
 * input, of what the user said and of the hashes of all its prompts. Undefined where messages and first prompt say the
 * row's words, as far as they are told, and of a turn that failed.
 */
export async function ownWordsOf(result: Asked): Promise<string | undefined> {
	const asked = askedWords(result);
	if (asked === undefined || asksItsRow(asked)) return undefined;
	const prompts = result.transcript.generations.map(({ promptSha256 = null }) => promptSha256);
	return sha256(canonicalJson([sampleKey(result), asked.input, asked.said, prompts]));
}

/** Undefined of a turn that failed, which may not have come to its words, and of a row without an input. */
export function askedWords({ sample: { input }, transcript }: Asked): AskedWords | undefined {
	const { error, failure, messages = [], generations } = transcript;
	if (typeof input !== 'string' || (error ?? failure) !== undefined) return undefined;
	const tail = generations[0]?.promptTail;
	return {
		input: normalizeText(input),
		said: messages.flatMap((message) => (message.role === 'user' ? normalizeText(message.text) : [])),
		tail: tail === undefined ? tail : normalizeText(tail),
	};
}

function asksItsRow({ input, said, tail }: AskedWords): boolean {
	return (said.length === 0 || said.includes(input)) && (tail === undefined || tail.includes(input));
}
