import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isMainThread, type MessagePort, Worker, workerData } from 'node:worker_threads';
import { TEMPLATE_MB, TEMPLATE_MS, type TemplateAnswer, type TemplateJob } from './foreign-template.ts';
import { GuardedTemplate } from './guarded-template.ts';

let last: { readonly source: string; readonly template: GuardedTemplate } | undefined;

/** A rendering in one step hears no end of its parent: a thread looks for it. */
const ORPHAN =
	"const { ppid } = process; setInterval(() => process.ppid === ppid || process.kill(process.pid, 'SIGKILL'), 500);";

// The thread hands each job to the process, which renders it.
if (isMainThread) {
	process.on('message', (job: TemplateJob) => process.send?.(rendered(job)));
	// Ctrl-C is the parent's, and this ends with it.
	process.on('SIGINT', () => undefined);
	new Worker(ORPHAN, { eval: true }).unref();
} else handOver(workerData);

function rendered({ source, variables, most }: TemplateJob): TemplateAnswer {
	const before = last?.source === source ? last.template.steps : 0;
	const steps = (): number => (last?.source === source ? last.template.steps - before : 0);
	try {
		if (last?.source !== source) last = { source, template: new GuardedTemplate(source) };
		const text = variables === undefined ? '' : last.template.render(variables, most);
		return { text, steps: steps() };
	} catch (error) {
		return { failed: (error instanceof Error ? error.message : String(error)).slice(0, 1000), steps: steps() };
	}
}

function handOver({ port, answered }: { readonly port: MessagePort; readonly answered: Int32Array }): void {
	let late: NodeJS.Timeout | undefined;
	const answer = (given: TemplateAnswer): void => {
		clearTimeout(late);
		late = undefined;
		port.postMessage(given);
		Atomics.store(answered, 0, 1);
		Atomics.notify(answered, 0);
	};
	const start = (): ChildProcess =>
		started(answer, (ended) => {
			child = undefined;
			// Between two jobs it is just started again.
			if (late !== undefined) answer({ failed: ended, ended: true, steps: 0 });
		});
	let child: ChildProcess | undefined = start();
	port.on('message', (job: TemplateJob) => {
		child ??= start();
		late = setTimeout(() => child?.kill('SIGKILL'), TEMPLATE_MS);
		child.send(job, () => undefined);
	});
}

function started(answer: (given: TemplateAnswer) => void, end: (ended: string) => void): ChildProcess {
	const child = fork(fileURLToPath(import.meta.url), [], {
		execArgv: [`--max-old-space-size=${TEMPLATE_MB}`],
		serialization: 'advanced',
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
	});
	child.on('message', answer);
	child.once('error', ({ message }) => end(message));
	child.once('exit', (_, signal) =>
		end(signal === 'SIGKILL' ? `it takes more than ${TEMPLATE_MS / 1000} s` : `it takes more than ${TEMPLATE_MB} MB`),
	);
	return child;
}
