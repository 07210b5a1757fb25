/** A question about sales, and what a right answer says. */
export interface Question {
  readonly id: string;
  readonly user: string;
  readonly says: string;
  /** The pair of designs that it is for. */
  readonly pair: 'required' | 'dates' | 'prompt';
  /** The currency that the user means; absent where none is said and the default is right. */
  readonly currency?: string;
  readonly region?: string;
}

const spans = [7, 14, 30, 90] as const;

/** Countries as users say them, with their codes. */
export const countries: Readonly<Record<string, string>> = {
  Germany: 'DE',
  France: 'FR',
  Spain: 'ES',
  Italy: 'IT',
  Poland: 'PL',
  Sweden: 'SE',
  Austria: 'AT',
  Portugal: 'PT',
};

/** Four questions without a currency and four with one in other words; eight spans of days; eight countries. */
export const questions: readonly Question[] = [
  ...spans.map((days): Question => ({
    id: `unsaid-${days}`,
    user: `What was the revenue of the last ${days} days?`,
    says: `\\b${days * 100} EUR\\b`,
    pair: 'required',
  })),
  ...spans.map((days): Question => ({
    id: `dollars-${days}`,
    user: `What was the revenue of the last ${days} days, in dollars?`,
    says: `\\b${days * 100} USD\\b`,
    pair: 'required',
    currency: 'USD',
  })),
  ...(['revenue', 'orders'] as const).flatMap((metric) =>
    spans.map((days): Question => ({
      id: `${metric}-${days}`,
      user: `How high were the ${metric} of the last ${days} days?`,
      says: `\\b${days * (metric === 'revenue' ? 100 : 10)}\\b`,
      pair: 'dates',
    })),
  ),
  ...Object.entries(countries).map(([name, code]): Question => ({
    id: name.toLowerCase(),
    user: `What was the revenue of ${name} in the last 7 days?`,
    says: `\\b700\\b.*\\b${code}\\b`,
    pair: 'prompt',
    region: code,
  })),
];
