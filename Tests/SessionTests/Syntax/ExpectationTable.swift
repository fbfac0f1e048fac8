/// The alternatives at each `|`. Words in capitals are categories, or stand for many words.
let expectationTable = #"""
  | → VERB
  se| → ‹se› VERB
  types | →
  types; | → VERB
  # a| →
  types # a| →
  frob | →
  help | → TOPIC WORD all
  ? | → TOPIC WORD all
  define | →
  define P | → '{'
  define P {| → '}'
  define P { a: | → '[' KIND TYPE
  define P { a: Text| → ‹Text› '[' KIND TYPE
  define P { a: Text | → '}' CLAUSE::= CLAUSE:= CLAUSE:by CLAUSE:grouped CLAUSE:in CLAUSE:key CLAUSE:length CLAUSE:matching CLAUSE:on CLAUSE:owned CLAUSE:prefix CLAUSE:title CLAUSE:unique CLAUSE:unit
  define P { a: Text key | → '}' CLAUSE::= CLAUSE:= CLAUSE:by CLAUSE:grouped CLAUSE:in CLAUSE:length CLAUSE:matching CLAUSE:on CLAUSE:owned CLAUSE:prefix CLAUSE:title CLAUSE:unique CLAUSE:unit
  define P { a: Text, | → '}'
  define P { a: Decimal(| → fraction: integer:
  define P { a: Decimal(integer: 3, | → fraction:
  define P { a: Decimal(integer: 3)| → '?' '}'
  define P { a: Boolean = | → '(' false true
  define P { a: Integer = | → '(' next
  define P { a: Integer in | →
  define P { a: [| → KIND TYPE
  define P { a: [Te| → ‹Te› KIND TYPE
  define P { a: [Text | → ']'
  define P { a: [Text]| → '}'
  define P { a: Person on | → delete
  define P { a: Person on delete | → cascade clear refuse
  define P { a: Person? on delete clear | → '}' CLAUSE::= CLAUSE:= CLAUSE:by CLAUSE:grouped CLAUSE:in CLAUSE:key CLAUSE:length CLAUSE:matching CLAUSE:owned CLAUSE:prefix CLAUSE:title CLAUSE:unique CLAUSE:unit
  define P { a: Text := | → '('
  define P { a: Text := (| → EXPRESSION:P
  define P { a: Text, b: Integer, c: Text := (| → EXPRESSION:P OPERAND.a OPERAND.b
  define P { a: Text, c: Text := (a | → ')' EXPRESSION:P
  define P { a: Text := (a) | → '}' CLAUSE:by CLAUSE:grouped CLAUSE:in CLAUSE:key CLAUSE:length CLAUSE:matching CLAUSE:on CLAUSE:owned CLAUSE:prefix CLAUSE:title CLAUSE:unique CLAUSE:unit
  define P { a: Text = x | → '}' CLAUSE:by CLAUSE:grouped CLAUSE:in CLAUSE:key CLAUSE:length CLAUSE:matching CLAUSE:on CLAUSE:owned CLAUSE:prefix CLAUSE:title CLAUSE:unique CLAUSE:unit
  define P { a: [Boolean] = | → '['
  define P { a: [Boolean] = [| → ']' false true
  define P { a: [Boolean] = [true, | → false true
  define P { a: Person = Person/| → NUMBER:Person
  new | → TYPE
  new Person | → ASSIGNMENT:Person as
  new Person age=| → VALUE:Person.age
  new Person age=4 | → ASSIGNMENT:Person-age as
  new Person age | → '='
  new Person age=4 as | →
  let | →
  let a | → '='
  let a = | → '[' RECORD:itself VERB:new VERB:put false nil true
  let a = :| → NAME
  let a = (| → EXPRESSION
  let a = new Person | → ASSIGNMENT:Person
  let a = [| → ']'
  let a = [Person/| → NUMBER:Person
  put | → RECORD:put
  put Person[| → KEY:Person
  put Person["| → ‹"› KEY:Person
  put Person["Ann"| → ']'
  put Person["Ann"]| →
  put Person["Ann"] | → ASSIGNMENT:Person[]
  put `My Type`| → '['
  set | → RECORD:either TYPE
  set ann| → ‹ann› RECORD:either TYPE
  set ann | → ASSIGNMENT:ann WHERE?ann
  set Person where | → EXPRESSION:Person
  set Person where age | → ':' EXPRESSION:Person
  set Person where age > 3 : | → ASSIGNMENT:Person
  set Person where age > 3 : age=| → VALUE:Person.age
  set Person where age > 3 : age=(| → EXPRESSION:Person
  set Person where age > 3 : age=(age) | → ASSIGNMENT:Person-age
  set ann age=42 | → ASSIGNMENT:ann-age
  set ann.| → PROPERTY:ann
  set ann.ag| → ‹ag› PROPERTY:ann
  set ann. | →
  set ann.boss.| → PROPERTY:ann.boss
  set ann.age | → VALUE:ann.age
  set ann.age :| → NAME
  set ann.age :ann.| → PROPERTY:ann
  set ann.age :ann.boss.| → PROPERTY:ann.boss
  set ann.age (| → EXPRESSION:ann
  set Person/| → NUMBER:Person
  set Person/1.| → PROPERTY:Person/1
  set Person/1.age | → VALUE:Person/1.age
  set Person["Ann"]| → '.'
  set ann.boss.boss.| → PROPERTY:ann.boss.boss
  set ann.boss.age | → VALUE:ann.boss.age
  set ann.boss Person/| → NUMBER:Person
  set ann.boss Person["| → ‹"› KEY:Person
  set ann.boss Person/1 | →
  set ann.tags [| → ']' ITEM:ann.tags
  set ann.tags [a | → ',' ']'
  set ann.tags [a, | → ITEM:ann.tags
  set ann.tags [(| → EXPRESSION:ann
  set ann tags=[| → ']' ITEM:ann.tags
  set ann tags=[a] | → ASSIGNMENT:ann-tags
  set ann.tags[| → PLACE:ann.tags
  set ann.tags[0] | → ITEM:ann.tags
  set show.reviews[0].| → PROPERTY:show.reviews[0]
  set show.reviews[0].rating | → VALUE:show.reviews[0].rating
  append | → RECORD:list
  append ann.| → LISTPROPERTY:ann
  append ann.boss.| → LISTPROPERTY:ann.boss
  append ann.tags | → ITEM:ann.tags VERB:new
  append ann.tags new | → TYPE
  append show.reviews new Review | → ASSIGNMENT:Review as
  append show.reviews new Review rating=| → VALUE:Review.rating
  append show.reviews Review/| → NUMBER:Review
  append ann.tags a | →
  insert | → RECORD:list
  insert ann.tags | → PLACE:ann.tags
  insert ann.tags 0 | → ITEM:ann.tags VERB:new
  move show.reviews[0].| → LISTPROPERTY:show.reviews[0]
  move ann.tags | → PLACE:ann.tags
  move ann.tags 0 | → PLACE:ann.tags
  move ann.tags 0 1 | →
  remove ann.tags | → ITEM:ann.tags PLACE:ann.tags
  remove ann.tags 0 | →
  get | → INTERACTOR:any RECORD:property
  get editor.| → PART:editor:any PROPERTY:editor
  get Person/1.| → PROPERTY:Person/1
  show | → RECORD:itself
  delete | → RECORD:itself TYPE
  delete Person | → WHERE?Person
  delete Person where | → EXPRESSION:Person
  delete Person where age | → EXPRESSION:Person
  describe | → TYPE
  rule | → TYPE.:anyType
  rule Person| → ‹Person› TYPE.:anyType
  rule Person | →
  rule Person.| → RULE:Person
  rule Person. | →
  rule Person.grown | → ':' deferred on severity
  rule Person.grown "x" | → ':' deferred on severity
  rule Person.grown severity | → warn
  rule Person.grown "x" severity warn | → ':' deferred on
  rule Person.grown :| →
  rule Person.grown : | → EXPRESSION:Person
  rule Person.grown : age | → EXPRESSION:Person
  index | → TYPE.:anyType
  index Person.| → PROPERTY:Person
  index Person.age | →
  formatter f for Person | → from html local
  formatter f for Person local | → from html
  formatter f for Person html local | → from
  drop | → command formatter index layout on rule screen type
  drop index Person.| → PROPERTY:Person
  drop rule | → TYPE.:typesWithRules
  drop rule Person.| → RULE:Person
  drop rule Person.grown | →
  list | → TYPE
  list Person | → EXPRESSION:Person-where,group,order,limit,at at group limit order to where
  list Person limit 3 | → at group offset order to where
  list Person limit | → --long --reveal --total
  plot Person.age by age --svg | → FILE
  export | → TYPE
  export Person | → EXPRESSION:Person-where,group,order,limit,at,to at group limit order to where
  export Person limit 3 | → at group offset order to where
  export Person where age | → EXPRESSION:Person-where,group,order,limit,at,to at group limit order to
  export Person to | → FILE
  export Person to a.csv | → --bom --delimiter --encoding --excel --locale --nested --refs --replace --reveal --safe
  export Person to a.csv --| → ‹--› --bom --delimiter --encoding --excel --locale --nested --refs --replace --reveal --safe
  export Person, | → TYPE
  export Person, Cat | → ',' at to
  export Person to a.csv --locale | → LOCALE
  export Person to a.csv --locale de| → ‹de› LOCALE
  list Person where | → EXPRESSION:Person-where,group,order,limit,at
  list Person where ag| → ‹ag› EXPRESSION:Person-where,group,order,limit,at
  list Person where age | → EXPRESSION:Person-where,group,order,limit,at at group limit order to
  list Person where age > | → EXPRESSION:Person-where,group,order,limit,at
  list Person where (age | → EXPRESSION:Person
  list Person where age not | → EXPRESSION:Person-where,group,order,limit,at
  list Person where age not in | → EXPRESSION:Person-where,group,order,limit,at
  list Person where age is not | → EXPRESSION:Person-where,group,order,limit,at
  list Person where age collate | → EXPRESSION:Person-where,group,order,limit,at
  list Person where case age | → EXPRESSION:Person-where,group,order,limit,at at group limit order to
  list Person where case age when 1 then 2 end | → EXPRESSION:Person-where,group,order,limit,at at group limit order to
  list Person where Person.| → EXPRESSION:Person-where,group,order,limit,at
  list Person where Item.| → EXPRESSION:Person-where,group,order,limit,at
  list Person where count(| → EXPRESSION:Person
  list Person where count(Item | → EXPRESSION:Person
  list Person where count(Item where | → EXPRESSION:Person
  list Person where count(Item where a = 1) | → EXPRESSION:Person-where,group,order,limit,at at group limit order to
  list Person where (select | → EXPRESSION:Person
  list Person where (select 1) | → EXPRESSION:Person-where,group,order,limit,at at group limit order to
  list Person where age = :ann.| → PROPERTY:ann
  list Person order | → by
  list Person order by | → EXPRESSION:Person-where,group,order,limit,at,asc,desc
  list Person order by age | → ',' EXPRESSION:Person-where,group,order,limit,at,asc,desc asc at desc group limit to where
  list Person order by age desc | → ',' at group limit to where
  list Person order by age, | → EXPRESSION:Person-where,group,order,limit,at,asc,desc
  label | →
  label a | → '=' on
  label a on | → RECORD:property
  label a on ann.age | → FORMAT? GROUPED? LOCAL? at locale nil
  label a on ann.age locale | → LOCALE
  label a on ann.age format | → Decimal
  label a on ann.age format Decimal | → '('
  label a on ann.age format Decimal(| → fraction: integer:
  label a on ann.age format Decimal(integer: 1) nil | →
  label a = | → '('
  label a = (| → EXPRESSION
  label a = (:| → NAME
  label a = (1 | → ')' EXPRESSION
  label a = (1) | → format grouped locale nil
  label a = (1) nil "x" | → format grouped locale
  field f on ann.age return stays | → FORMAT? GROUPED? LOCAL? clear confirm locale
  option | → display handlers locale quiet
  option locale | → LOCALE
  attach | → INTERACTOR:property
  attach f | → to
  attach f to | → RECORD:either
  attach f to ann.| → PROPERTY:ann
  attach editor.| → PART:editor:property
  form | →
  form f | → on
  form f on | → RECORD:itself
  form f on ann | → rows
  form f on ann rows | → LISTPROPERTY:ann
  nest | → INTERACTOR:any
  nest f | → in
  nest f in | → INTERACTOR:form
  unnest | → INTERACTOR:nested
  unnest editor.reviews[0].| → PART:editor.reviews[0]:nested
  edit | → INTERACTOR:field RECORD:either VERB:new
  edit new | → TYPE
  edit editor.| → PART:editor:field PROPERTY:editor
  field f on ann.age clear | → off
  type | → INTERACTOR:field
  type --trace | → INTERACTOR:field
  type editor.| → PART:editor:field
  type editor.reviews[| → PLACE:editor.reviews
  type f "4<| → ‹<› KEY
  type f "4<Re| → ‹<Re› KEY
  type f "<Paste:a<| → ‹<› '<gt>' '<lt>'
  type f "<Foo><| → ‹<›
  type f "4"| →
  type f "4" | → --trace
  type f "4" -| → ‹-› --reason --trace
  type f "4" --| → ‹--› --reason --trace
  type f "4" --tr| → ‹--tr› --reason --trace
  type f "4" --trace | →
  activate | → INTERACTOR:inactive
  activate editor.| → PART:editor:inactive
  deactivate | → INTERACTOR:active
  detach | → INTERACTOR:any
  begin | →
  undo | → to
  undo to | → TRANSACTION
  list Person at | → TRANSACTION now today
  restore Person where a = 1 | → EXPRESSION:Person-to to
  revert | → TRANSACTION
  erase | → RECORD:past
  erase ann.| → PROPERTY:ann
  compact | → before
  compact before | → TRANSACTION now today
  log | → RECORD:past TYPE by limit since to until
  log ann | → by limit since to until
  set ann.age 4 -| → ‹-› --reason
  history | → RECORD:past TYPE
  history ann | → WHERE?ann by limit since to until
  history ann.age | → by limit since to until
  history Person/1 | → by limit since to until
  history Person where | → EXPRESSION:Person-where,since,until,by,limit
  history Person by | → ACTOR
  history Person since :| → NAME
  include | → FILE
  include Sch| → ‹Sch› FILE
  include "Sch| → ‹"Sch› FILE
  sql | → SQL at
  sql at #2 | → SQL
  echo ":ann.| → ‹":ann.›
  expect | → '(' error rejected
  expect (| → EXPRESSION
  expect (1 = 1 | → ')' EXPRESSION
  expect rejected | → '{'
  expect rejected {| → '}' VERB
  expect rejected { types | → '}'
  expect rejected { types; | → '}' VERB
  expect rejected { type f | → --trace
  expect error "x" | → '{'
  expect error | → '{' conflict expect expression file name refused rule store syntax usage value
  if | → EXPRESSION
  if :a | → '{' EXPRESSION
  if :a { types } | → else
  if :a { types } else | → '{' VERB:if
  for | →
  for p | → in
  for p in | → '(' '[' TYPE stdin
  for p in Person | → '{' limit order where
  for p in Person where age > 3 { set p.| → PROPERTY:p
  repeat | → '('
  try { types } | → else
  command f | → '{' when
  command f a { | → '}' VERB VERB:f
  on | → change
  on change | → RECORD:property TYPE
  on change Person.| → PROPERTY:Person PROPERTY:Person
  on change Person.age | → '{' as
  watch | → INTERACTOR:active
  save | → FILE command commands layout on
  save commands to | → FILE
  expect error "x" { foo bar; set | → RECORD:either TYPE
  exit | → '('
  """#
