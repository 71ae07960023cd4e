/** The countries that the workspace calls, for numbers without a country code. */
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { CountryChoice } from '#components/phone/country-choice.tsx'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { countryName } from '#phone/country.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import * as texts from './texts.ts'

export function CalledCountriesForm({ countries }: { countries: readonly string[] }) {
  const [changed, setChanged] = useState<readonly string[] | null>(null)
  const chosen = changed ?? countries
  return (
    <SettingForm
      title={texts.calledCountries}
      intro="If nearly all numbers without a country code in a file fit one of these countries, the page proposes it. A person decides. Calls to other countries stay possible."
      what="countries"
      command="callingRulesChange"
      values={{ countries: [...chosen] }}
      isChanged={chosen.join() !== countries.join()}
      onReset={() => setChanged(null)}
    >
      {chosen.length > 0 && (
        <ul className="flex flex-col gap-1" aria-label={texts.calledCountries}>
          {chosen.map((iso) => (
            <li key={iso} className="flex items-center gap-1">
              {countryName(iso)}
              <IconButton
                icon={X}
                size="small"
                label={`Remove ${countryName(iso)}`}
                onClick={() => setChanged(chosen.filter((other) => other !== iso))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="max-w-64">
        {/* A choice is added to the list, so the field starts anew. */}
        <CountryChoice
          key={chosen.length}
          label="Add country"
          value={null}
          onChange={(iso) => iso !== null && setChanged([...chosen.filter((other) => other !== iso), iso])}
        />
      </div>
    </SettingForm>
  )
}
