/**
 * Which batteries a model takes, as far as its maker says it: by the name that the model has in shops, else by the one that it gives itself.
 * A model of which there are several makes stands here only where all of them take the same.
 */
import type { Values } from "../resource.ts";

/** "2×AAA", or "CR2450" of a single one. */
const MODELS_BY_CELLS: Readonly<Record<string, string>> = {
  CR1632: "MCCGQ01LM MCCGQ11LM MCCGQ12LM MCCGQ14LM E1D-G73",
  CR2032: `WSDCGQ01LM WSDCGQ11LM WSDCGQ12LM WXKG01LM WXKG11LM WXKG12LM WXKG13LM WXKG20LM WXKG16LM WXKG17LM WXKG02LM_rev1 WXKG03LM_rev1
    WXKG03LM_rev2 WXKG06LM WXKG07LM WXCJKG11LM WXCJKG12LM WXCJKG13LM DJT11LM SJCGQ11LM SJCGQ12LM SJCGQ13LM ZNXNKG02LM
    E1524/E1810 E1743 E1744 E1766 E1812 ICTC-G-1 929002398602 8718699693985 8719514440937/8719514440999 RDM005 SNZB-04 DS01`,
  "2×CR2032": "E1525/E1745",
  CR2430: "TS0044",
  CR2450: `RTCGQ01LM RTCGQ11LM RTCGQ12LM RTCGQ15LM GZCGQ01LM GZCGQ11LM MFKZQ01LM CTP-R01 324131092621 929003017102 SNZB-01 SNZB-02 SNZB-02D
    SNZB-03 TH01 MS01 WB01 ICZB-KPD14S ICZB-KPD18S AC0251100NJ/AC0251600NJ/AC0251700NJ IM6001-BTP01 IM6001-MPP01 4512721`,
  "2×CR2450": "RTCGQ13LM RTCGQ14LM VOCKQJK11LM PS-S04D",
  CR2477: "SNZB-01P SNZB-02P SNZB-03P SNZB-04P",
  CR2: "3315-S 3320-L 3326-L AV2010/21A 902010/21A IM6001-MTP01",
  CR123A: "MCCGQ13LM SMSZB-120 HESZB-120 JTYJ-GD-01LM/BW",
  AAA: "E2013 E2201 E2213 E2202",
  "2×AAA": `E2001/E2002/E2313 E2123 9290012607 9290030675 3RDS17BZ 3RMS16BZ 3RSB22BZ 3RSS009Z 3RTHS24BZ 3RWS18BZ 3043 HG06336
    TS0601_smoke_1`,
  "3×AAA": "E2134",
  "2×AA": `9290019758 9290030674 BTH-RA 014G2461 014G2463 SRTS-A01 SPZB0001 AQSZB-110 MOSZB-140 SEA801-Zigbee/SEA802-Zigbee BRT-100-TRV
    WV704R0A0902 UK7004240 WT-A03E 902010/32 AV2010/32`,
  "3×AA": "TRVZB",
  "4×AA": "ISW-ZPR1-WP13",
  BRAUNIT: "E1757 E1926 E2102 E2103",
};

/** The cells that devices take, by the names on sale. */
export const CELLS_IN_SHOPS: readonly string[] = Object.keys(MODELS_BY_CELLS);

const CELLS_BY_MODEL: ReadonlyMap<string, string> = new Map(
  Object.entries(MODELS_BY_CELLS).flatMap(([cells, models]) =>
    models.split(/\s+/).map((model) => [model, cells] as const),
  ),
);

/** The user's own entry for the device counts more than its model. Undefined: the cells are unknown. */
export function cellsOf({ cells, productid, modelid }: Values): string | undefined {
  if (typeof cells === "string" && cells.trim() !== "") return cells.trim();
  return modelCells(productid) ?? modelCells(modelid);
}

function modelCells(model: unknown): string | undefined {
  return typeof model === "string" ? CELLS_BY_MODEL.get(model) : undefined;
}

/** "2 x AAA" or "2×AAA" are two, "CR2032" is one. */
export function readCells(text: string): { readonly cell: string; readonly count: number } {
  const [, count = "1", cell = text] = /^(\d{1,2}) ?[x×*] ?(.+)$/i.exec(text) ?? [];
  return { cell, count: Math.max(1, Number(count)) };
}

/** Packs are called by their names, which say nothing without the maker. */
const BRANDS: Readonly<Record<string, string>> = { BRAUNIT: "IKEA BRAUNIT" };

export function brandOf(cell: string): string {
  return BRANDS[cell] ?? cell;
}

const RECHARGEABLE = /\b(BRAUNIT|Li-?ion|NiMH|LADDA|eneloop|rechargeable|accu|akku)/i;

/** They are charged, and not bought. */
export function isRechargeable(cells: string): boolean {
  return RECHARGEABLE.test(cells);
}
