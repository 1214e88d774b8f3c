/** How a token is matched: control and user-defined ones as a whole, the latter also in plain text. */
export type TokenKind = 'normal' | 'unknown' | 'control' | 'user-defined' | 'byte';

const KIND_IDS: Readonly<Record<TokenKind, number>> = { normal: 1, unknown: 2, control: 3, 'user-defined': 4, byte: 6 };

const CONTROLS = {
	gemma3: ['<start_of_turn>', '<end_of_turn>'],
	gemma4: ['<|tool>', '<tool|>', '<|think|>', '<|turn>', '<turn|>'],
} as const;
const USER_DEFINED = {
	gemma3: [],
	gemma4: ['<|tool_call>', '<tool_call|>', '<|tool_response>', '<tool_response|>', '<|"|>', '<|channel>', '<channel|>'],
} as const;

const PRINTABLE = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
/** Common syllables; any other is spelled in bytes, a case worth testing. */
const SYLLABLES = [
	'가각간갈감갑강개거건걸게겨결경고곡공과관교구국군그극근글금급기길김까께나날남내너널네년노누는니다단달당대더데도동되된두드들등디따때또라람래러런레려력로록료루를름리린',
	'마만말맞매머면명모목몸무문물미민바박반받발방배버번법변보복본부분불비빈사산살상새생서석선설성세소속손수순술스시식신실심십싶아안알앞야약양어언얼업없었에여역연열영예',
	'오온올와완왜외요용우운울움원위유으은을음응의이인일임입있자작잘장재저적전절정제조좋주준중즈증지직진질집짓차찾처천첫청체초추축출치친카코크키타터테토통트특티파판팔페평',
	'포표품프플피하학한할함합해했행허현형호화확환회후희히',
].flatMap((row) => [...row]);
const WORDS = ['user', 'model', 'system', 'thought', 'call', 'response', 'declaration', '안녕하세요', '오늘', '습관'];

/** A small vocabulary with Gemma's structure: control tokens, bytes, characters, and a few merged words. */
export class GgufVocabulary {
	readonly architecture: 'gemma3' | 'gemma4';
	readonly texts: string[] = [];
	readonly kinds: number[] = [];
	readonly merges: string[] = [];
	readonly #ids = new Map<string, number>();

	constructor(architecture: 'gemma3' | 'gemma4') {
		this.architecture = architecture;
		for (const text of ['<pad>', '<eos>', '<bos>']) this.add(text, 'control');
		this.add('<unk>', architecture === 'gemma4' ? 'control' : 'unknown');
		for (const text of CONTROLS[architecture]) this.add(text, 'control');
		for (const text of USER_DEFINED[architecture]) this.add(text, 'user-defined');
		for (let byte = 0; byte < 256; byte++) {
			this.add(`<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`, 'byte');
		}
		for (const character of ['\n', '▁', ...PRINTABLE, ...SYLLABLES]) this.add(character, 'normal');
		for (const word of WORDS) this.addWord(word);
	}

	get size(): number {
		return this.texts.length;
	}

	/** Id of a token; adds it if it is missing. */
	add(text: string, kind: TokenKind): number {
		const known = this.#ids.get(text);
		if (known !== undefined) return known;
		const id = this.texts.length;
		this.texts.push(text);
		this.kinds.push(KIND_IDS[kind]);
		this.#ids.set(text, id);
		return id;
	}

	/** Fills up to a real model's size, so that the output layer has its real share of the work. */
	padTo(size: number): void {
		for (let id = this.size; id < size; id++) this.add(`<unused${id}>`, 'normal');
	}

	/** A word as one token, merged from its characters, left to right; each merge is a token. */
	addWord(word: string): void {
		const [first = '', ...rest] = [...word];
		this.add(first, 'normal');
		let text = first;
		for (const character of rest) {
			this.add(character, 'normal');
			this.merges.push(`${text} ${character}`);
			text += character;
			this.add(text, 'normal');
		}
		this.merges.push(`▁ ${word}`);
		this.add(`▁${word}`, 'normal');
	}
}
