/** English sentences of gates, baselines and comparisons. Alphabetical by code. */
export const gate = {
	'gate.at-least': '>= {bound}',
	'gate.at-most': '<= {bound}',
	'gate.baseline-code': 'by the code of the baseline',
	'gate.baseline-lacks': 'the baseline has no {metric}',
	'gate.baseline-machine': 'measured on the machine of the baseline',
	'gate.baseline-times': 'the times of the baseline are not comparable: {why}',
	'gate.between': 'between {low} and {high}, whatever the unscored samples come to',
	'gate.drop': 'at most {bound} below the baseline',
	'gate.lacks': "this run has no {metric}[[; did you mean '{near}'?]]",
	'gate.missing': '{n} {n|sample is|samples are} missing',
	'gate.missing-shards': 'shards are missing: {shards}',
	'gate.needs-all': '{metric} counts all prompts, and this run has only some ({part})',
	'gate.no-baseline': 'no baseline was given',
	'gate.no-probability':
		'{metric} does not exist for a decision that needs every prompt: no number of prompts shows a true rate of 1',
	'gate.open': '{n} {n|sample|samples} could decide it: {causes}',
	'gate.open-both':
		'{n} {n|sample|samples} of the run ({causes}) and {before} of the baseline ({beforeCauses}) could decide it',
	'gate.other-machine': 'times were measured differently: {fields}',
	'gate.other-scoring':
		'{suite}: {otherwise} of {alike} {alike|sample|samples} with identical answers {otherwise|has another score|have other scores} ({scores}); other code scored them. Name the config of a run (--config) to score both alike.',
	'gate.part': 'the run has {there} of {whole} samples of {suite} ({chosen}), the baseline all of them',
	'gate.rise': 'at most {bound} above the baseline',
	'gate.shards-missing': 'shards are missing',
	'gate.times': 'the times of this run are not comparable: {why}',
	'gate.unended': 'the run is not complete ({outcome})',
	'gate.whole-run': 'a complete run',
} as const;
