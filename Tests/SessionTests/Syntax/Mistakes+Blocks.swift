let mistakesInBlocks: [(script: String, error: String)] = [
  (
    "if :a { types }\nelse { types }",
    "2:1: name: there is no command \"else\" (write \"else\" on the same line as the \"}\" before it)"
  ),
  ("if { types }", "1:4: syntax: expected an expression after \"if\", not \"{\""),
  ("if :a types", "1:12: syntax: expected \"{\" after \"types\""),
  ("if :a { types } else if { }", "1:25: syntax: expected an expression after \"if\", not \"{\""),
  ("try {\n  types\n", "1:5: syntax: this \"{\" is never closed"),
  ("try { lst }", "1:7: name: there is no command \"lst\" (did you mean \"list\"?)"),
  ("for p of Person { }", "1:7: syntax: expected \"in\" after \"p\", not \"of\""),
  (
    "for p in Person were a { }",
    "1:17: name: \"for\" has no clause \"were\" (did you mean \"where\"?)"
  ),
  ("repeat x { }", "1:8: syntax: expected a number of times after \"repeat\", not \"x\""),
  ("command set { }", "1:9: name: \"set\" is already a command"),
  ("command f a a { }", "1:13: name: the parameter \"a\" is declared twice"),
  ("on change ann { }", "1:15: syntax: expected \".\" and a property after \"ann\", not \"{\""),
  (
    "on change ann.boss.age { }",
    "1:20: syntax: expected a property such as ann.age or Person.age"
  ),
  (
    "expect error nme { }",
    "1:14: syntax: expected a kind of error, a text or \"{\" after \"error\", not \"nme\" (did you "
      + "mean \"name\"?)"
  ),
]
