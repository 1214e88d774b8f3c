import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { message } from '../src/base/message.ts';
import { commandArguments, fileOptions, repeatCommand, surplusThreads } from './host.ts';

it('warns of more threads than cores only if they were chosen', () => {
	expect(surplusThreads({ threads: 99, threadsFrom: 'option' }, 2)).toEqual([
		message('run.surplus-threads', { threads: 99, cores: 2 }),
	]);
	expect(surplusThreads({ threads: 2, threadsFrom: 'option' }, 2)).toEqual([]);
	expect(surplusThreads({ threads: 8, threadsFrom: 'engine' }, 2)).toEqual([]);
	expect(surplusThreads({}, 2)).toEqual([]);
});

it('the repeat command gives a shell the very arguments again', () => {
	const args = ['run', '--filter', 'it\'s $(date) `x` "y"', '--model', '한글 모델.gguf', ''];
	const command = repeatCommand(['node', 'main.ts', ...args]);
	const print = `gemmark() { printf '%s\\n' "$@"; }; ${command}`;
	expect(execFileSync('sh', ['-c', print], { encoding: 'utf8' })).toBe(`${args.join('\n')}\n`);
	expect(commandArguments(command)).toEqual(args);
});

it('the repeat command keeps the password of an address to itself', () => {
	expect(repeatCommand(['node', 'main.ts', 'run', '--queue', 'redis://me:secret@host:6379/2'])).toBe(
		'gemmark run --queue redis://host:6379/2',
	);
});

it.each([[['--token', 'a-long-word']], [['--token=a-long-word']], [['--out', 'results/마지막 run']], [['--out=x']]])(
	'the repeat command leaves %j out',
	(pairing) => {
		const args = ['node', 'main.ts', 'run', ...pairing, '--limit', '3'];
		expect(repeatCommand(args)).toBe('gemmark run --limit 3');
	},
);

it('the arguments of a repeat command have the paths of this home folder', () => {
	const given = ['run', '--model=/home/hannah/m.gguf', '--gate', "/home/hannah/my 'own' gate.yaml", '~/x', '"$HOME"'];
	const command = repeatCommand(['node', 'main.ts', ...given], { here: '/home/hannah/work', home: '/home/hannah' });
	expect(commandArguments(command, '/root')).toEqual(given.map((one) => one.replace('/home/hannah', '/root')));
});

it.each([
	['redis://:s3@cret@host:1', 'redis://host:1'],
	['redis://host?password=secret', "'redis://host?password=***'"],
	['--base-url=http://h/v1?api_key=secret', "'--base-url=http://h/v1?api_key=***'"],
	['/home/hannah/work/model.gguf', 'model.gguf'],
	['/home/hannah/my models/m.gguf', "~/'my models/m.gguf'"],
	['--model=/home/hannah/m.gguf', '--model="$HOME"/m.gguf'],
	['/opt/m.gguf', '/opt/m.gguf'],
])('the repeat command has %s without secrets and names of users', (argument, shown) => {
	const from = { here: '/home/hannah/work', home: '/home/hannah' };
	expect(repeatCommand(['node', 'main.ts', argument], from)).toBe(`gemmark ${shown}`);
});

it.each([
	[{}, undefined],
	[{ model: 'a b.gguf', adapter: "it's.gguf", threads: 2 }, "--model 'a b.gguf' --adapter 'it'\\''s.gguf'"],
	[{ model: `${process.cwd()}/m.gguf` }, '--model m.gguf'],
])('the files of %j are options of a command', (target, options) => {
	expect(fileOptions(target)).toBe(options);
});
