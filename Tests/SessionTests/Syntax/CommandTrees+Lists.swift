let treesOfListsAndForms: [(command: String, tree: String)] = [
  (
    "define P { boss: Person? on delete clear }",
    "define type: P properties: [name: boss kind: reference Person isOptional onDelete: "
      + "clear]"
  ),
  (
    "define P { b: `My Type` on delete refuse unique }",
    "define type: P properties: [name: b kind: reference My Type unique onDelete: refuse]"
  ),
  (
    "define P { c: key key on delete cascade on: Text }",
    "define type: P properties: [name: c kind: reference key key onDelete: cascade, name: on "
      + "kind: text]"
  ),
  (
    "define P { a: Q = Q[b], c: [Text] = [a, \"b\"] unique }",
    "define type: P properties: [name: a kind: reference Q initial: record Q[word 'b'], "
      + "name: c kind: list text unique initial: list [word 'a', text 'b']]"
  ),
  (
    "define P { c: [Choice(a, b)], d: [\n  `My Type`\n] }",
    "define type: P properties: [name: c kind: list choice [a, b], name: d kind: list "
      + "reference My Type]"
  ),
  (
    "define P { i: Text := (substr(name, 1, 1)) }",
    "define type: P properties: [name: i kind: text computed: (substr(name, 1, 1))]"
  ),
  (
    "define P { a: Integer? unique := (\n b + 1) grouped, c: Double:=(a)}",
    "define type: P properties: [name: a kind: integer isOptional unique grouped computed: "
      + "(b + 1), name: c kind: double computed: (a)]"
  ),
  (
    "new Person boss=Person/2 tags=[\n  a,\n  b\n] as bob",
    "new type: Person assignments: [boss=record Person/2, tags=list [word 'a', word 'b']] "
      + "name: bob"
  ),
  (
    "set ann.tags [a, \"b\", -3, nil, 2026-11-21, (1 + 2)]",
    "set property ann.tags list [word 'a', text 'b', number '-3', nothing, date "
      + "'2026-11-21', expression (1 + 2)]"
  ),
  (
    "set ann.x [true, :x.y.z, P/1, P[\"Ann\"], `a b`]",
    "set property ann.x list [boolean true, name :x.y.z, record P/1, record P[text 'Ann'], "
      + "record a b]"
  ),
  (
    "set ann boss=`My Type`/3 tags=[] other=Person[:x]",
    "set assignments ann [boss=record My Type/3, tags=list [], other=record Person[name :x]]"
  ),
  (
    "set Person where age > 3 : tags=[a, (name)] boss=Person/1",
    "set all type: Person condition: (age > 3) [tags=list [word 'a', expression (name)], "
      + "boss=record Person/1]"
  ),
  (
    "set show.reviews[0].rating 5",
    "set property show.reviews[0].rating number '5'"
  ),
  (
    "set Person[\"Ann\"].tags[ 12 ] x",
    "set property Person[text 'Ann'].tags[12] word 'x'"
  ),
  (
    "get ann.tags[0]",
    "get subject: property ann.tags[0]"
  ),
  (
    "let t = [a, b]",
    "let name: t meaning: value list [word 'a', word 'b']"
  ),
  (
    "append ann.tags \"new\"",
    "append list: ann.tags item: value text 'new'"
  ),
  (
    "append show.reviews new Review rating=5 as r",
    "append list: show.reviews item: new type: Review assignments: [rating=number '5'] name: "
      + "r"
  ),
  (
    "append ann.boss.friends Person/3",
    "append list: ann.boss.friends item: value record Person/3"
  ),
  (
    "insert ann.tags 0 first",
    "insert list: ann.tags place: 0 item: value word 'first'"
  ),
  (
    "insert show.reviews 2 new Review",
    "insert list: show.reviews place: 2 item: new type: Review"
  ),
  (
    "move ann.tags 2 0",
    "move list: ann.tags from: 2 to: 0"
  ),
  (
    "remove show.reviews[0].tags 1",
    "remove list: show.reviews[0].tags item: place 1"
  ),
  (
    "form editor on Person[\"Ann\"]",
    "form name: editor record: Person[text 'Ann']"
  ),
  (
    "nest f in editor",
    "nest interactor: f form: editor"
  ),
  (
    "nest editor.age in `my form`",
    "nest interactor: editor.age form: my form"
  ),
  (
    "unnest editor.age",
    "unnest editor.age"
  ),
  (
    "attach editor to bob",
    "attach name: editor target: record bob"
  ),
  (
    "attach editor.age to ann.boss.age",
    "attach name: editor.age target: property ann.boss.age"
  ),
  (
    "activate editor.reviews[0].rating",
    "activate editor.reviews[0].rating"
  ),
  (
    "deactivate editor.age",
    "deactivate editor.age"
  ),
  (
    "detach `my form`.`a``b`[3].c",
    "detach my form.a`b[3].c"
  ),
  (
    "type editor.age \"x\" --trace",
    "type field: editor.age keys: [x] text: x isTraced"
  ),
  (
    "edit editor",
    "edit field editor"
  ),
  (
    "edit editor.age",
    "edit property editor.age"
  ),
  (
    "edit Person/1",
    "edit record Person/1"
  ),
  (
    "history ann.boss.name limit 2",
    "history subject: property ann.boss.name limit: 2"
  ),
  ("history --script since #3 --reveal", "history subject: script 3 isRevealed"),
]
