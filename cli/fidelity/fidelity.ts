import { type FidelityStep, templateFidelity } from '../../src/dialects/conversation/template-fidelity.ts';
import { GemmarkError, UsageError } from '../../src/errors/gemmark-error.ts';
import { templatesIn } from '../../src/gguf/template-folder.ts';

const WORDS: Readonly<Record<FidelityStep['outcome'], string>> = {
	same: 'same',
	'same-but-openings': 'same, but for the openings of earlier model turns, which the model saw',
	differs: 'DIFFERS',
	refused: 'REFUSED',
};

/**
 * Compares what gemmark sends with what every chat template of a folder makes of the same conversations, byte for byte.
 * The lines tell each prompt, and the first difference; `whole` is false when one differs or is refused. Throws
 * {@link UsageError} without a folder.
 */
export async function fidelity(
	folder: string | undefined,
): Promise<{ readonly lines: readonly string[]; readonly whole: boolean }> {
	if (folder === undefined) throw new UsageError('no folder', { hint: 'npm run fidelity -- FOLDER' });
	const lines: string[] = [];
	let whole = true;
	for (const template of templatesIn(folder)) {
		const result = await stepsOf(template);
		lines.push(`${template.file} (${result.dialect})`, ...result.steps.flatMap(stepLines));
		whole &&= result.steps.every(({ outcome }) => outcome.startsWith('same'));
	}
	return { lines, whole };
}

async function stepsOf(
	template: Parameters<typeof templateFidelity>[0],
): Promise<Awaited<ReturnType<typeof templateFidelity>>> {
	try {
		return await templateFidelity(template);
	} catch (error) {
		if (!(error instanceof GemmarkError)) throw error;
		const step = { conversation: 'any', step: 'first prompt', outcome: 'refused', reason: error.message } as const;
		return { dialect: 'unknown', steps: [step] };
	}
}

function stepLines({ conversation, step, outcome, difference, reason }: FidelityStep): readonly string[] {
	const first = `  ${conversation.padEnd(18)} ${step.padEnd(21)} ${WORDS[outcome]}`;
	if (reason !== undefined) return [`${first}: ${reason}`];
	if (difference === undefined) return [first];
	return [
		`${first} at character ${difference.at}`,
		`    gemmark:  ${JSON.stringify(difference.ours)}`,
		`    template: ${JSON.stringify(difference.template)}`,
	];
}
