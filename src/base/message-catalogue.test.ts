import { describe, expect, it } from 'vitest';
import { type Entry, english, type Message, message, remedyOf, say } from './message.ts';
import { en } from './messages.ts';

const catalogue: Readonly<Record<string, Entry>> = {
	'a.count': ['{n} {n|sample|samples} of {suite}[[ (near {near})]]', 'Use --suite {suite}.'],
	'a.whole': '{problem!}',
	'a.wrapped': '{place}: {problem}',
};
const said = (code: string, params: Message['params']): Message => ({ code, params });

describe('a message', () => {
	it('chooses by a count, and drops a part whose param is absent', () => {
		expect(say(said('a.count', { n: 1, suite: 'x', near: 'y' }), catalogue)).toBe('1 sample of x (near y)');
		expect(say(said('a.count', { n: 2, suite: 'x' }), catalogue)).toBe('2 samples of x');
		expect(remedyOf(said('a.count', { n: 2, suite: 'x' }), catalogue)).toBe('Use --suite x.');
	});

	it('says messages and lists within it in the same language', () => {
		const problem = said('a.count', { n: 2, suite: ['x', 'y'] });
		expect(say(said('a.wrapped', { place: 'a.yaml', problem }), catalogue)).toBe('a.yaml: 2 samples of x, y');
		const text = say(said('a.whole', { problem }), catalogue);
		expect(text).toBe('2 samples of x, y. Use --suite x, y.');
	});

	it('shows a code that the catalogue does not have with its params', () => {
		expect(say(said('b.later', { n: 1 }), catalogue)).toBe('b.later n=1');
	});

	it('never fills a slot that came with a param', () => {
		expect(english(message('said', { text: '{n} [[x]]' }))).toBe('{n} [[x]]');
	});

	it('has slots that are closed in every English entry', () => {
		for (const [code, entry] of Object.entries(en)) {
			for (const text of [entry].flat()) {
				expect(text.replaceAll(/\{\w+!?(?:\|[^{}|]*\|[^{}|]*)?\}/gu, ''), code).not.toMatch(/[{}]/u);
			}
		}
	});
});
