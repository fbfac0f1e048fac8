let blockTrees: [(command: String, tree: String)] = [
  (
    "if :a > 1 { types } else if count(P) = 0 { check; types } else { types }",
    "if branches: [condition: (:a > 1) body: [types], condition: (count(P) = 0) "
      + "body: [check , types]] otherwise: [types]"
  ),
  (
    "for p in Person where age > 3 order by age desc limit 2 {\n  types\n}",
    "for name: p source: records type: Person condition: (age > 3) order: [expression: (age) "
      + "isDescending] limit: 2 body: [types]"
  ),
  (
    "for x in [a, Person/1, :b] { echo x :x (1) }",
    "for name: x source: series values list [word 'a', record Person/1, name :b] "
      + "body: [echo [value word 'x', value name :x, value expression (1)]]"
  ),
  (
    "repeat 3 { repeat :n { types } }",
    "repeat count: number '3' body: [repeat count: name :n body: [types]]"
  ),
  ("try { types } else { check }", "try body: [types] otherwise: [check ]"),
  (
    "command f x y when (:x.age > 3) { f :y -1 }",
    "command name: f parameters: [x -, y -] condition: (:x.age > 3) body: [NAME name: f "
      + "arguments: [name :y, number '-1']]"
  ),
  (
    "on change Person.age as h { types }",
    "on path: Person.age name: h body: [types] bodyText: '{ types }'"
  ),
  ("watch age editor.age", "watch [age, editor.age]"),
  ("save commands to a/b.wb", "save commands parts: [text 'a/b.wb'] false"),
  ("save commands.db", "save store parts: [text 'commands.db'] false"),
  ("save layout desk", "save layout desk"),
  ("layout desk", "layout name: desk"),
  (
    "layout desk { activate f }",
    "layout name: desk body: [activate f] bodyText: ' activate f '"
  ),
  (
    "expect error name \"x\" { types }",
    "expect error kind: name text: x commands: [success types]"
  ),
]
