/** The lists in the dialog of a rule: what is asked of which resource, and what is to be done. They live in the editor. */
import { say as sayOfAll } from "./dialog-gateway.js";
import { panels, surroundings } from "./panels-door.js";
import { fill, input, kindOf, proposePresses, select, VALUES } from "./rule-values.js";

const ASKED = ["sensors", "lights", "groups"];
const DOES = {
  lights: ["on", "off", "brightness", "kelvin", "body"],
  groups: ["on", "off", "toggle", "brightness", "kelvin", "scene", "body"],
  sensors: ["body", "config"],
  rules: ["enable", "disable", "body"],
  schedules: ["enable", "disable", "body"],
  webhook: ["webhook"],
};
/** What a light must have for it. */
const NEEDS = { brightness: ["bri", "open", "lift"], kelvin: ["ct", "xy"] };
const METHODS = ["POST", "GET", "PUT", "DELETE"];

let wordsOf; // asks the gateway that is chosen
const AMOUNTS = { brightness: { min: 0, max: 100, unit: "%" }, kelvin: { min: 1000, max: 10_000, unit: "K" } };
const NOTHING = { takes: {}, types: {} };
const keeper = (row, name) => (value) => {
  row[name] = value;
};

// ---- rows

function conditionRow(container, row, say) {
  const resources = select(say("row.resource"));
  const items = select(say("row.item"));
  const operators = select(say("row.operator"));
  const place = $('<span class="zigbee-gateway-rule-value">');
  let chosen;
  let seen = { takes: {}, asked: [] };
  const isChosen = ({ item }) => item === items.val();
  const showValue = () => {
    row.operator = operators.val() ?? "";
    const asked = seen.asked.find(isChosen);
    const { form, usual, show } = VALUES[kindOf(seen.takes[row.operator], asked)];
    if (!form.test(row.value ?? "")) row.value = usual;
    const isRemote = row.item === "state/buttonevent" && chosen && !chosen.type.startsWith("CLIP");
    const presses = isRemote ? (field) => proposePresses(field, seen.gateway, chosen.uniqueid) : undefined;
    show(place.empty(), row.value, keeper(row, "value"), { item: row.item, asked, say, presses });
  };
  const showOperators = (byHand) => {
    row.item = items.val() ?? "";
    const names = seen.asked.find(isChosen)?.operators ?? [row.operator].filter(Boolean);
    const isMeant = !byHand || names.includes(row.operator);
    fill(
      operators,
      names.map((name) => ({ value: name, text: say(`operator.${name.replace(" ", "-")}`) })),
      isMeant ? row.operator : "",
    );
    showValue();
  };
  const showItems = (byHand) => {
    const choices = seen.asked.map(({ item }) => {
      const [section, ...member] = item.split("/");
      const isMain = section === "state" || member.length === 0;
      return { value: item, text: member.join("/"), group: isMain ? "" : say(`section.${section}`) };
    });
    const isMeant = !byHand || choices.some(({ value }) => value === row.item);
    fill(items, choices, isMeant ? row.item : "");
    showOperators(byHand);
  };
  items.on("change", () => showOperators(true));
  operators.on("change", showValue);
  container.append(resources, items, operators, place);
  row.picker = zigbeeGateway.picker(row, {
    list: resources,
    hint: $(),
    width: "narrow",
    others: [{ address: "/config", family: "config", type: "", text: say("row.clock") }],
    fits: ({ family }) => ASKED.includes(family),
    changed: (one, byHand, _, gateway) => {
      const hear = ({ takes, types, clock }) => {
        if (one !== chosen) return;
        const known = one?.family === "config" ? [clock].filter(Boolean) : (types[one?.type] ?? []);
        const has = ({ item }) =>
          !one?.members || one.members[item.split("/")[0]]?.includes(item.slice(item.indexOf("/") + 1));
        seen = { takes, asked: known.filter(has), gateway };
        const isEmpty = !one && !row.item;
        items.toggle(!isEmpty && one?.family !== "config"); // the clock has but one
        operators.add(place).toggle(!isEmpty);
        showItems(byHand);
      };
      chosen = one;
      if (!gateway) return hear(NOTHING);
      wordsOf(gateway)
        .done(hear)
        .fail(() => hear(NOTHING));
    },
  });
}

function actionRow(container, row, say) {
  const targets = select(say("row.target"));
  const deeds = select(say("row.does"));
  const place = $('<span class="zigbee-gateway-rule-value">');
  const whole = $('<div class="zigbee-gateway-rule-whole">');
  let chosen;
  let isByName = false; // in the group of another house scenes are known by their names
  const json = () => {
    row.value ||= "{}";
    const field = $('<input type="text">').attr("aria-label", say("row.body")).val(row.value).appendTo(whole);
    field.typedInput({ types: ["json"], default: "json" }).typedInput("width", "100%");
    field.on("change", () => keeper(row, "value")(field.typedInput("value")));
  };
  const amount = () => {
    if (!VALUES.number.form.test(row.value ?? "")) row.value = "";
    VALUES.number.show(place, row.value, keeper(row, "value"), { asked: AMOUNTS[row.does], say });
  };
  const SHOWN = {
    brightness: amount,
    kelvin: amount,
    scene: () => {
      const { value = "", valueName = "" } = row;
      const scenes = chosen?.scenes ?? [{ id: value, name: valueName }];
      const list = select(say("row.scene")).appendTo(place);
      const isSaved = ({ id, name }) => (isByName ? name === valueName : id === value);
      const keep = () => {
        const picked = scenes.find(({ id }) => id === list.val());
        if (picked) Object.assign(row, { value: picked.id, valueName: picked.name });
      };
      const isPicked = /^\d+$/.test(value);
      const saved = scenes.find(isSaved);
      const choices = scenes.map(({ id, name }) => ({ value: id, text: name }));
      if (isPicked && !saved)
        choices.push({ value: "saved", text: sayOfAll("pick.gone", { name: valueName || value }) });
      fill(list, choices, isPicked ? (saved?.id ?? "saved") : "");
      list.on("change", keep);
      if (!isPicked) keep();
    },
    body: json,
    config: json,
    webhook: () => {
      const methods = select(say("row.method")).appendTo(place);
      row.method = fill(
        methods,
        METHODS.map((name) => ({ value: name, text: name })),
        row.method,
      );
      methods.on("change", () => keeper(row, "method")(methods.val()));
      const url = input("text", say("row.url")).attr("placeholder", "http://").val(row.url).appendTo(place);
      url.on("change input", () => keeper(row, "url")(url.val().trim()));
      json();
    },
  };
  const showValue = () => {
    row.does = deeds.val() ?? "";
    place.empty();
    whole.empty();
    SHOWN[row.does]?.();
  };
  deeds.on("change", () => {
    row.value = "";
    showValue();
  });
  container.append(targets, deeds, place, whole);
  row.picker = zigbeeGateway.picker(row, {
    list: targets,
    hint: $(),
    width: "narrow",
    others: [{ address: "webhook", family: "webhook", type: "", text: say("row.webhook") }],
    fits: ({ family }) => Object.hasOwn(DOES, family),
    changed: (one, byHand, live) => {
      chosen = one;
      const { house } = row.picker?.chosen ?? row;
      isByName = Boolean(house) && house !== live.house;
      const has = (name) =>
        !NEEDS[name] || one.family === "groups" || NEEDS[name].some((member) => one.members.state?.includes(member));
      const names = one ? DOES[one.family].filter(has) : [row.does].filter(Boolean);
      const isMeant = !byHand || names.includes(row.does);
      if (!isMeant || (byHand && row.does === "scene")) row.value = ""; // a scene is one of its group
      fill(
        deeds,
        names.map((name) => ({ value: name, text: say(`does.${name}`) })),
        isMeant ? row.does : "",
      );
      deeds.toggle(names.length > (one ? 1 : 0)); // a request is sent, whatever is said
      showValue();
    },
  });
}

// ---- lists

const PARTS = {
  conditions: { show: conditionRow, names: ["item", "operator", "value"] },
  actions: { show: actionRow, names: ["does", "value", "valueName", "method", "url"] },
};

/** Fills a list with its rows; answers how they are when they are asked for. */
function rows(part, place, saved, say) {
  const { show, names } = PARTS[part];
  wordsOf ??= zigbeeGateway.asker("rule-words");
  const list = $(place).editableList({
    addButton: say(`add.${part}`),
    ariaLabel: say(`label.${part}`),
    removable: true,
    sortable: true,
    height: "auto",
    addItem: (container, _, row) => show(container.addClass("zigbee-gateway-rule-row"), row, say),
  });
  for (const row of Array.isArray(saved) ? saved : []) list.editableList("addItem", { ...row });
  return () =>
    list
      .editableList("items")
      .get()
      .map((item) => {
        const { picker, ...row } = $(item).data("data");
        const { address, uniqueid, resourceName, house } = picker.chosen;
        const told = names.filter((name) => row[name]).map((name) => [name, row[name]]);
        return { address, uniqueid, resourceName, house, ...Object.fromEntries(told) };
      });
}

// ---- what they say

const SOON = 250; // milliseconds after the last touch

/** Below the rows: what they say, in words, and what the rule did of late. `asked` answers what is to be read; the answer lets go. */
function reading(place, dialog, asked) {
  const gateway = $("#node-input-gateway");
  let shown; //  of a gateway
  let timer;
  let isGone = false;
  const leave = () => {
    shown?.rule?.unmount();
    shown = undefined;
  };
  const show = async () => {
    const gatewayId = gateway.val();
    if (shown?.gatewayId === gatewayId) return shown.rule?.show(asked());
    leave();
    const own = { gatewayId, rule: undefined };
    shown = own;
    if (!gatewayId || gatewayId === "_ADD_") return;
    const { readRule } = await panels();
    if (isGone || shown !== own) return;
    own.rule = readRule(place, { ...surroundings(), gatewayId });
    own.rule.show(asked());
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void show().catch(() => {}), SOON); // without it the dialog is whole, too
  };
  const touched = new MutationObserver(soon); // rows come, go and change places
  for (const list of $(dialog).find("ol")) touched.observe(list, { childList: true, subtree: true });
  $(dialog).on("input.reading change.reading", soon);
  gateway.on("change.reading", soon);
  soon();
  return () => {
    isGone = true;
    clearTimeout(timer);
    touched.disconnect();
    $(dialog).off(".reading");
    gateway.off(".reading");
    leave();
  };
}

zigbeeGateway.ruleRows = rows;
zigbeeGateway.ruleReading = reading;
