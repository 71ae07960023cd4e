/** The possible time zones of a number. For a mobile number, these are the zones where it was assigned, because its owner may travel. */
import { countryOf } from './country.ts'
import { planOf } from './plans.ts'
import { zoneLines } from './zone-lines.ts'

/** Countries with one time zone. */
const zoneOfCountry = new Map(
  zoneLines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [zone = '', ...isos] = line.split(' ')
      return isos.map((iso) => [iso, zone] as const)
    }),
)

/** Time zones of a country with the area codes in each; '' if area codes do not distinguish them. An area may be in two zones. */
type Zones = [zone: string, areas: string][]

/** Countries with several time zones, the most populous zone first. */
const zonesOfCountry: Record<string, Zones> = {
  US: [
    [
      'America/New_York',
      `201 202 203 207 212 215 216 220 223 227 229 231 234 239 240 248 252 260 267 269 272 276 283 301 302 304 305 313 315 317 321
       324 326 329 330 332 336 339 347 351 352 363 380 386 401 404 407 410 412 413 419 423 434 436 440 443 445 463 470 472 475 478
       484 502 508 513 516 517 518 540 551 561 567 570 571 574 582 585 586 603 606 607 609 610 614 616 617 624 631 640 645 646 656
       667 678 679 680 681 686 689 703 704 706 716 717 718 724 727 728 732 734 740 743 754 757 762 765 770 771 772 774 781 786 802
       803 804 810 812 813 814 821 826 828 835 838 839 843 845 848 850 854 856 857 859 860 862 863 864 865 878 904 906 908 910 912
       914 917 919 929 930 934 937 941 943 947 948 954 959 973 978 980 984 989`,
    ],
    [
      'America/Chicago',
      `205 210 214 217 218 219 224 225 228 251 254 256 262 270 274 281 308 309 312 314 316 318 319 320 325 327 331 334 337 346 353
       361 364 402 405 409 414 417 423 430 432 447 448 464 469 479 501 504 507 512 515 531 534 539 557 563 572 573 580 601 605 608
       612 615 618 620 629 630 636 641 651 659 660 662 682 701 708 712 713 715 726 730 731 737 763 769 773 779 785 806 812 815 816
       817 830 832 847 850 861 870 872 901 903 906 913 918 920 930 931 936 938 940 945 952 956 972 975 979 985`,
    ],
    [
      'America/Los_Angeles',
      `206 208 209 213 253 279 310 323 341 350 360 369 408 415 424 425 442 458 503 509 510 530 541 559 562 564
       619 626 628 650 657 661 669 702 707 714 725 747 760 775 805 818 820 831 837 840 858 909 916 925 949 951 971 986`,
    ],
    ['America/Denver', '208 303 307 308 385 406 435 505 541 575 605 620 701 719 720 775 785 801 915 970 983 986'],
    ['America/Phoenix', '480 520 602 623 928'],
    ['America/Anchorage', '907'],
    ['Pacific/Honolulu', '808'],
  ],
  CA: [
    [
      'America/Toronto',
      '226 249 263 289 343 354 365 367 382 387 416 418 437 438 450 468 514 519 548 579 581 613 647 683 705 742 753 807 819 867 873 905 942',
    ],
    ['America/Vancouver', '236 250 257 604 672 778'],
    ['America/Edmonton', '250 368 403 587 780 825 867'],
    ['America/Winnipeg', '204 431 584 807 867'],
    ['America/Regina', '306 474 639'],
    ['America/Halifax', '428 506 782 902'],
    ['America/St_Johns', '709 879'],
    ['America/Whitehorse', '867'],
  ],
  AU: [
    ['Australia/Sydney', '2 3'],
    ['Australia/Brisbane', '7'],
    ['Australia/Perth', '8'],
    ['Australia/Adelaide', '8'],
    ['Australia/Darwin', '8'],
  ],
  BR: [
    ['America/Sao_Paulo', '1 2 3 4 5 61 62 63 64 7 8 91 93 94 96 98 99'],
    ['America/Manaus', '65 66 67 69 92 95 97'],
    ['America/Rio_Branco', '68 97'],
  ],
  CD: [
    ['Africa/Kinshasa', ''],
    ['Africa/Lubumbashi', ''],
  ],
  CL: [
    ['America/Santiago', ''],
    ['America/Punta_Arenas', ''],
    ['Pacific/Easter', ''],
  ],
  CN: [['Asia/Shanghai', '']],
  EC: [
    ['America/Guayaquil', ''],
    ['Pacific/Galapagos', ''],
  ],
  ES: [
    ['Europe/Madrid', ''],
    ['Atlantic/Canary', ''],
  ],
  FM: [
    ['Pacific/Chuuk', ''],
    ['Pacific/Pohnpei', ''],
  ],
  GL: [['America/Nuuk', '']],
  ID: [
    ['Asia/Jakarta', ''],
    ['Asia/Makassar', ''],
    ['Asia/Jayapura', ''],
  ],
  KI: [['Pacific/Tarawa', '']],
  MN: [
    ['Asia/Ulaanbaatar', ''],
    ['Asia/Hovd', ''],
  ],
  MX: [
    ['America/Mexico_City', ''],
    ['America/Tijuana', ''],
    ['America/Hermosillo', ''],
    ['America/Cancun', ''],
  ],
  NZ: [['Pacific/Auckland', '']],
  PF: [['Pacific/Tahiti', '']],
  PG: [['Pacific/Port_Moresby', '']],
  PT: [
    ['Europe/Lisbon', ''],
    ['Atlantic/Azores', ''],
  ],
  RU: [
    ['Europe/Moscow', ''],
    ['Asia/Yekaterinburg', ''],
    ['Asia/Novosibirsk', ''],
    ['Europe/Samara', ''],
    ['Asia/Krasnoyarsk', ''],
    ['Asia/Irkutsk', ''],
    ['Asia/Omsk', ''],
    ['Asia/Vladivostok', ''],
    ['Asia/Yakutsk', ''],
    ['Europe/Kaliningrad', ''],
    ['Asia/Magadan', ''],
    ['Asia/Kamchatka', ''],
  ],
  UA: [['Europe/Kyiv', '']],
  XK: [['Europe/Belgrade', '']],
  AC: [['Atlantic/St_Helena', '']],
  TA: [['Atlantic/St_Helena', '']],
}

/** The zones of a country with their areas, split when they are first asked for: some countries have hundreds. */
const splitZones = new Map<string, readonly (readonly [zone: string, areas: readonly string[]])[]>()
function splitZonesOf(iso: string) {
  const known = splitZones.get(iso)
  if (known) return known
  const split = (zonesOfCountry[iso] ?? []).map(
    ([zone, areas]) => [zone, areas.split(/\s+/).filter((area) => area !== '')] as const,
  )
  splitZones.set(iso, split)
  return split
}

/**
 * The possible time zones of a number.
 *
 * @param e164 `+` and digits
 * @returns IANA names, the likeliest first; [] if the country is unknown
 */
export function timeZonesOf(e164: string): string[] {
  const iso = countryOf(e164)
  const one = iso === null ? undefined : zoneOfCountry.get(iso)
  if (iso === null || one !== undefined) return one === undefined ? [] : [one]
  const zones = splitZonesOf(iso)
  const national = e164.slice(1 + (planOf(e164.slice(1))?.code.length ?? 0))
  const matching = zones.filter(([, areas]) => areas.some((area) => national.startsWith(area)))
  // Mobile and freephone numbers have no area code.
  return (matching.length > 0 ? matching : zones).map(([zone]) => zone)
}
