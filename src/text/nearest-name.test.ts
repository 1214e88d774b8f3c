import { expect, it } from 'vitest';
import { misspeltName } from './nearest-name.ts';

it.each([
	['tolk', 'talk'],
	['prefx', 'prefix'],
	['perfix', 'prefix'],
	['frames', 'frame'],
	['kind=shrot', 'kind=short'],
	['tools-hrad', 'tools-hard'],
])('%s is a slip of %s', (name, known) => {
	expect(misspeltName(name, ['other', known])).toBe(known);
});

it.each([
	['tools-hard', 'tools'],
	['tools-a', 'tools-b'],
	['tools-ko', 'tools-en'],
	['tools-ko', 'tools-kr'],
	['turns-2', 'turns-3'],
	['turns2', 'turns'],
	['evening', 'talk'],
	['talk', 'talk'],
])('%s is no slip of %s', (name, known) => {
	expect(misspeltName(name, [known])).toBeUndefined();
});
