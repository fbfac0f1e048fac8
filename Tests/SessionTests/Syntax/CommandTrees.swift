let commandTrees: [(command: String, tree: String)] =
  simpleTrees + treesOfListsAndForms + blockTrees

private let simpleTrees: [(command: String, tree: String)] = [
  (
    "define Person { name: Text key, age: Integer? in 0...150; b: Boolean = true }",
    "define type: Person properties: [name: name kind: text key, name: age kind: "
      + "integer isOptional range: lower: number '0' upper: number '150', name: b kind: "
      + "boolean initial: boolean true]"
  ),
  (
    "define Item { price: Decimal(integer: 8, fraction: 1...2)? in 0.30...2.80 = 1 }",
    "define type: Item properties: [name: price kind: decimal 8 1...2 isOptional "
      + "range: lower: number '0.30' upper: number '2.80' initial: number '1']"
  ),
  (
    "define Person {\n  name: Text key length 1...20   # its name\n  `full name`: "
      + "Text unique\n}",
    "define type: Person properties: [name: name kind: text key length: lower: 1 "
      + "upper: 20, name: full name kind: text unique]"
  ),
  (
    "define P { a: Date? in 2026-01-01...2026-12-31, b: DateTime in "
      + "2026-01-01T00:00:00.000Z...2027-01-01T00:00:00+01:00 = now }",
    "define type: P properties: [name: a kind: date isOptional range: lower: date "
      + "'2026-01-01' upper: date '2026-12-31', name: b kind: dateTime range: lower: date "
      + "'2026-01-01T00:00:00.000Z' upper: date '2027-01-01T00:00:00+01:00' initial: word 'now']"
  ),
  (
    "define P { a: Choice(x, \"y z\", grouped) = x, b: Hex(6)?, c: Card unique }",
    "define type: P properties: [name: a kind: choice [x, y z, grouped] initial: word 'x', "
      + "name: b kind: hex 6 isOptional, name: c kind: card unique]"
  ),
  (
    "define P { a: Phone, b: Phone(+49)? unique, c: [Phone ( +1 )] }",
    "define type: P properties: [name: a kind: phone, name: b kind: phone +49 isOptional unique, "
      + "name: c kind: list phone +1]"
  ),
  (
    "define P { a: Mask(\"+1 \\\\0 (000)\")?, b: Decimal unit \"€\" grouped }",
    "define type: P properties: [name: a kind: mask +1 \\0 (000) isOptional, "
      + "name: b kind: decimal - - unit: € grouped]"
  ),
  (
    "define P {\n  a: Text matching /[/\"]{2}\\/#'(/ = x\n  b: Text? matching  /a/ unique\n}",
    "define type: P properties: [name: a kind: text pattern: [/\"]{2}\\/#'( initial: word 'x', "
      + "name: b kind: text isOptional unique pattern: a]"
  ),
  (
    "list P where matching /2/ 1 > 0 --reveal",
    "list query: type: P condition: (matching /2/ 1 > 0) isRevealed"
  ),
  (
    "list Lot location, (count()) as lots where sold group by location order by lots desc",
    "list query: type: Lot columns: [expression: (location), expression: ((count())) name: lots] "
      + "condition: (sold) groups: [(location)] order: [expression: (lots) isDescending]"
  ),
  (
    "count Lot by location, amount / 10 where sold limit 3",
    "count type: Lot condition: (sold) groups: [(location), (amount / 10)] limit: 3"
  ),
  (
    "list Person not active, name",
    "list query: type: Person columns: [expression: (not active), expression: (name)]"
  ),
  (
    "export Person name, age where to = 1 order by age to a.csv --locale de_DE --safe",
    "export query: type: Person columns: [expression: (name), expression: (age)] condition: "
      + "(to = 1) order: [expression: (age)] file: parts: [text 'a.csv'] locale: de_DE isSafe"
  ),
  (
    "export Person at #7 --reveal to \"a b.csv\"",
    "export query: type: Person moment: transaction 7 file: parts: [text 'a b.csv'] isRevealed"
  ),
  (
    "explain list Person name, boss.name where age > 3",
    "explain type: Person columns: [expression: (name), expression: (boss.name)] "
      + "condition: (age > 3)"
  ),
  (
    "show ann --reveal",
    "show record: ann isRevealed"
  ),
  (
    "get --reveal ann.card",
    "get subject: property ann.card isRevealed"
  ),
  (
    "history ann.card limit 2 --reveal",
    "history subject: property ann.card limit: 2 isRevealed"
  ),
  (
    "log --reveal",
    "log isRevealed"
  ),
  (
    "schema",
    "schema -"
  ),
  (
    "schema --json-schema",
    "schema jsonSchema"
  ),
  (
    "schema --sql",
    "schema sql"
  ),
  (
    "schema --diagram",
    "schema diagram"
  ),
  (
    "types",
    "types"
  ),
  (
    "describe Person",
    "describe type: Person"
  ),
  (
    "rule Person.grown \"must be 18 to lead\" severity warn : boss is null or age >= 18",
    "rule rule: type: Person name: grown text: must be 18 to lead warns events: [] condition: (boss is "
      + "null or age >= 18)"
  ),
  (
    "rule `My Type`.`a rule`: count(Person where age < 3) = 0 and 'a : b' = \"a : b\"",
    "rule rule: type: My Type name: a rule events: [] condition: (count(Person where age < 3) = 0 and 'a : "
      + "b' = \"a : b\")"
  ),
  (
    "rule P.x :\t(\n  a\n  > 1\n)",
    "rule rule: type: P name: x events: [] condition: ((\n  a\n  > 1\n))"
  ),
  (
    "drop rule Person.grown",
    "drop rule type: Person name: grown"
  ),
  ("new Person/7 name=Bob", "new type: Person number: 7 assignments: [name=word 'Bob']"),
  ("index Person.age", "index type: Person name: age"),
  ("drop index Person.age", "drop index type: Person name: age"),
  (
    "new Person name=\"Ann \\\"x\\\" \\u{1F600}\" age=-41 as ann",
    "new type: Person assignments: [name=text 'Ann \"x\" 😀', age=number '-41'] name: "
      + "ann"
  ),
  (
    "put Person[\"Ann\"] age=41",
    "put type: Person key: text 'Ann' assignments: [age=number '41']"
  ),
  (
    "let ann = Person/12",
    "let name: ann meaning: record Person/12"
  ),
  (
    "let ann = new Person name=Ann",
    "let name: ann meaning: new type: Person assignments: [name=word 'Ann']"
  ),
  (
    "let limit = -30",
    "let name: limit meaning: value number '-30'"
  ),
  (
    "let next = (:ann.age + 1)",
    "let name: next meaning: value expression (:ann.age + 1)"
  ),
  (
    "let age = :ann.age",
    "let name: age meaning: value name :ann.age"
  ),
  (
    "let day = 2026-11-21",
    "let name: day meaning: value date '2026-11-21'"
  ),
  (
    "let text = \"ann\"",
    "let name: text meaning: value text 'ann'"
  ),
  (
    "let none = nil",
    "let name: none meaning: value nothing"
  ),
  (
    "let other = `nil`",
    "let name: other meaning: record nil"
  ),
  (
    "set ann.age 42",
    "set property ann.age number '42'"
  ),
  (
    "set Person[\"Ann\"] age=nil role=admin x=2026-11-21 y=:ann.age z=(1 + (2))",
    "set assignments Person[text 'Ann'] [age=nothing, role=word 'admin', x=date "
      + "'2026-11-21', y=name :ann.age, z=expression (1 + (2))]"
  ),
  (
    "get ann.age",
    "get subject: property ann.age"
  ),
  (
    "get age",
    "get subject: label age"
  ),
  (
    "show Person/1",
    "show record: Person/1"
  ),
  (
    "set Person where age > 64 : active=false age=(age + 1)",
    "set all type: Person condition: (age > 64) [active=boolean false, age=expression (age + 1)]"
  ),
  (
    "set ann where=4",
    "set assignments ann [where=number '4']"
  ),
  (
    "delete ann",
    "delete record ann"
  ),
  (
    "delete Person where age > :limit and name like 'a%'",
    "delete all type: Person condition: (age > :limit and name like 'a%')"
  ),
  (
    "list Person where (age > 30 and name = \'O\'\'Neil\') order by age desc, "
      + "lower(name) limit 20",
    "list query: type: Person condition: ((age > 30 and name = 'O''Neil')) order: "
      + "[expression: (age) isDescending, expression: (lower(name))] limit: 20"
  ),
  (
    "count Person where born < 2026-11-21T10:00:00Z or `order` is not null",
    "count type: Person condition: (born < 2026-11-21T10:00:00Z or `order` is not "
      + "null)"
  ),
  (
    "label price on item.price grouped locale de_DE",
    "label name: price subject: property item.price grouped locale: de_DE"
  ),
  (
    "label price on item.price nil \"—\" format Decimal(integer: 5, fraction: 1...3)",
    "label name: price subject: property item.price format: integer: 5 fraction: 1...3 nilText: —"
  ),
  (
    "label card = (:ann.name || \n ' ') format Decimal(fraction: 2)",
    "label name: card subject: expression (:ann.name || \n ' ') format: fraction: 2...2"
  ),
  (
    "field f on Person/1.age grouped locale \"de_DE\" clear off return stays",
    "field name: f path: Person/1.age grouped locale: de_DE clearOff returnStays"
  ),
  ("field f on a.b local locale de_DE", "field name: f path: a.b locale: de_DE local"),
  ("label d on a.b local", "label name: d subject: property a.b local"),
  ("option locale de_DE", "option locale de_DE"),
  (
    "field f on a.b format Decimal(integer: 3, fraction: 0...1) clear off",
    "field name: f path: a.b format: integer: 3 fraction: 0...1 clearOff"
  ),
  (
    "attach age to Person/2.age",
    "attach name: age target: property Person/2.age"
  ),
  (
    "type f \"42<Left><Paste:a<lt>b><Go:3><Sel:1,2>é<Return>\" --trace",
    "type field: f keys: [4, 2, <Left>, <Paste:a<lt>b>, <Go:3>, <Sel:1,2>, é, "
      + "<Return>] text: 42<Left><Paste:a<lt>b><Go:3><Sel:1,2>é<Return> isTraced"
  ),
  (
    "interactors",
    "interactors"
  ),
  (
    "activate age",
    "activate age"
  ),
  (
    "deactivate age",
    "deactivate age"
  ),
  (
    "detach age",
    "detach age"
  ),
  (
    "begin \"because of :ann and :(1 + 2)\"",
    "begin parts: [text 'because of ', name :ann, text ' and ', expression (1 + 2)]"
  ),
  (
    "commit",
    "commit -"
  ),
  (
    "rollback",
    "rollback"
  ),
  (
    "undo 3",
    "undo last 3"
  ),
  (
    "revert #12",
    "revert 12"
  ),
  (
    "erase ann.card \"asked by :who\"",
    "erase record: ann property: card reason: parts: [text 'asked by ', name :who]"
  ),
  (
    "compact before #12",
    "compact transaction 12"
  ),
  (
    "restore Person where to_do = 1 to #12",
    "restore subject: all type: Person condition: (to_do = 1) moment: transaction 12"
  ),
  ("diff #3 \"2026-11-21 10:00\"", "diff start: transaction 3 end: text '2026-11-21 10:00'"),
  ("show ann at :today", "show record: ann moment: name :today"),
  (
    "list P where at = 1 at #7 limit 2",
    "list query: type: P condition: (at = 1) limit: 2 moment: transaction 7"
  ),
  (
    "undo to #12",
    "undo to 12"
  ),
  (
    "redo",
    "redo -"
  ),
  (
    "log limit 5",
    "log limit: 5"
  ),
  (
    "history Person where old > 3 since #12 until \"2026-11-21 10:00\" by ann limit 3",
    "history subject: name Person condition: (old > 3) since: transaction 12 until: "
      + "text '2026-11-21 10:00' actor: ann limit: 3"
  ),
  (
    "check",
    "check "
  ),
  ("check --repair", "check repairs"),
  (
    "sql \"select * from Person\"",
    "sql statement: select * from Person"
  ),
  (
    "include Schemas/contacts.wb",
    "include parts: [text 'Schemas/contacts.wb']"
  ),
  (
    "include \"a b.wb\"",
    "include parts: [text 'a b.wb']"
  ),
  (
    "echo \"over :limit:: :(count(Person where age < 0)) 10:30\"",
    "echo [text parts: [text 'over ', name :limit, text ': ', expression (count(Person "
      + "where age < 0)), text ' 10:30']]"
  ),
  (
    "expect (:ann.age = 42)",
    "expect holds (:ann.age = 42)"
  ),
  (
    "expect rejected {\n  type f \"x\"; set ann.age 3\n}",
    "expect rejected [type field: f keys: [x] text: x, set property ann.age number "
      + "'3']"
  ),
  (
    "expect error \"no such property\" { set ann.agee 1; foo ( }",
    "expect error text: no such property commands: [success set property ann.agee "
      + "number '1', failure error 'there is no command \"foo\"']"
  ),
  (
    "formatter card for Person \"{{name}}\"",
    "formatter name: card type: Person source: text '{{name}}'"
  ),
  (
    "formatter card for Person local html \"{{name}}\"",
    "formatter name: card type: Person isHTML isLocal source: text '{{name}}'"
  ),
  (
    "formatter card for Person from a/b.txt",
    "formatter name: card type: Person source: file parts: [text 'a/b.txt']"
  ),
  (
    "show ann with card",
    "show record: ann formatter: card"
  ),
  (
    "open Sheet Person/1",
    "open screen: Sheet record: Person/1"
  ),
  (
    "select ann, Person/2",
    "select named [ann, Person/2]"
  ),
  (
    "do add age=3",
    "do command: add assignments: [age=number '3']"
  ),
  (
    "drop screen Sheet",
    "drop screen Sheet"
  ),
  (
    "exit 2",
    "exit number '2'"
  ),
  (
    "quit",
    "exit -"
  ),
  (
    "help set",
    "help set"
  ),
  (
    "? set",
    "help set"
  ),
]
