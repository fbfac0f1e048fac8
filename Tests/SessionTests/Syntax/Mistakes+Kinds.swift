let mistakesInKinds: [(script: String, error: String)] = [
  (
    "define P { a: [text] }",
    "1:16: name: there is no kind \"text\" (did you mean \"Text\"?)"
  ),
  (
    "define P { a: `Text` }",
    "1:15: name: there is no kind \"Text\" (did you mean \"Text\"?)"
  ),
  (
    "define P { a: [Strng(5)] }",
    "1:16: name: there is no kind \"Strng\""
  ),
  (
    "define P { a: [Text?] }",
    "1:20: syntax: the items of a list cannot be nil (write \"[Text]\")"
  ),
  (
    "define P { a: [Choice(a, b)?] }",
    "1:28: syntax: the items of a list cannot be nil (write \"[Choice(a, b)]\")"
  ),
  (
    "define P { a: [[Text]] }",
    "1:16: syntax: the items of a list cannot be lists"
  ),
  (
    "define P { a: [] }",
    "1:16: syntax: expected a kind such as \"Text\" after \"[\", not \"]\""
  ),
  (
    "define P { a: [Text }",
    "1:21: syntax: expected \"]\" to close the \"[\" before it, not \"}\""
  ),
  (
    "define P { a: [Text, Date] }",
    "1:20: syntax: expected \"]\" after \"Text\", not \",\""
  ),
  (
    "define P { a: [Text length 1...2] }",
    "1:21: syntax: expected \"]\" after \"Text\", not \"length\""
  ),
  (
    "define P { a: [Text] ? }",
    "1:22: syntax: unexpected white space before \"?\" (write \"?\" directly after the kind, as in "
      + "\"Integer?\")"
  ),
  (
    "define P { a: b: Text }",
    "1:15: syntax: expected a kind such as \"Text\" after \":\", not \"b\""
  ),
  (
    "define P { boss: Person on delete }",
    "1:35: syntax: expected \"refuse\", \"clear\" or \"cascade\" after \"delete\", not "
      + "\"}\""
  ),
  (
    "define P { boss: Person on }",
    "1:28: syntax: expected \"delete\" after \"on\", not \"}\""
  ),
  (
    "define P { boss: Person on cascade }",
    "1:28: syntax: expected \"delete\" after \"on\", not \"cascade\""
  ),
  (
    "define P { boss: Person on delete cler }",
    "1:35: syntax: expected \"refuse\", \"clear\" or \"cascade\" after \"delete\", not "
      + "\"cler\" (did you mean \"clear\"?)"
  ),
  (
    "define P { boss: Person on delete clear on delete clear }",
    "1:41: syntax: \"on\" is given twice"
  ),
  (
    "define P { boss: Person on delete \"clear\" }",
    "1:35: syntax: expected \"refuse\", \"clear\" or \"cascade\" after \"delete\", not "
      + "\"clear\""
  ),
  (
    "define P { a: Integer := age + 1 }",
    "1:26: syntax: expected \"(\" after \":=\", not \"age\" (put the expression in parentheses, as "
      + "in \":= (age + 1)\")"
  ),
  (
    "define P { a: Integer := }",
    "1:26: syntax: expected \"(\" after \":=\", not \"}\" (put the expression in parentheses, as "
      + "in \":= (age + 1)\")"
  ),
  (
    "define P { a: Integer := () }",
    "1:27: syntax: expected an expression after \"(\", not \")\""
  ),
  (
    "define P { a: Integer := (1) := (2) }",
    "1:30: syntax: \":=\" is given twice"
  ),
  (
    "define P { a: Integer = 1 := (2) }",
    "1:27: syntax: \"=\" and \":=\" cannot be used together (a computed property cannot have a default)"
  ),
  (
    "define P { a: Integer := (2) = 1 }",
    "1:30: syntax: \"=\" and \":=\" cannot be used together (a computed property cannot have a default)"
  ),
  (
    "define P { a := (2) }",
    "1:14: syntax: expected \":\" after \"a\", not \":=\" (write the kind first, as in \"next: "
      + "Integer := (age + 1)\")"
  ),
  (
    "define P { a: [Integer] = [[1]] }",
    "1:28: syntax: the items of a list cannot be lists"
  ),
]
