let mistakesInDefinitions: [(script: String, error: String)] = [
  ("rule", "1:5: syntax: expected a rule such as \"Person.grown\" after \"rule\""),
  (
    "rule Person",
    "1:12: syntax: expected \".\" and a name for the rule directly after \"Person\""
  ),
  (
    "rule Person .grown : a",
    "1:13: syntax: expected \".\" and a name for the rule directly after \"Person\", not \".\""
  ),
  (
    "rule Person. grown : a",
    "1:14: syntax: expected a name for the rule directly after \".\", not \"grown\""
  ),
  ("rule P.x", "1:9: syntax: expected \":\", \"severity\", \"on\" or \"deferred\" after \"x\""),
  (
    "rule P.x text : a",
    "1:10: syntax: expected \":\", \"severity\", \"on\" or \"deferred\" after \"x\", not \"text\""
  ),
  (
    "rule P.x severty warn : a",
    "1:10: syntax: expected \":\", \"severity\", \"on\" or \"deferred\" after \"x\", not \"severty\" (did you mean "
      + "\"severity\"?)"
  ),
  (
    "rule P.x severity error : a",
    "1:19: syntax: expected \"warn\" after \"severity\", not \"error\""
  ),
  (
    "rule P.x severity warn a",
    "1:24: syntax: expected \":\", \"on\" "
      + "or \"deferred\" after \"warn\", not \"a\""
  ),
  (
    "rule P.x severity warn \"t\" : a",
    "1:24: syntax: expected \":\", \"on\" or \"deferred\" after \"warn\", not \"t\""
  ),
  (
    "rule P.x :a > 1",
    "1:10: syntax: expected white space after \":\" (write \"rule Person.grown : age "
      + ">= 18\")"
  ),
  ("rule P.x :", "1:11: syntax: expected an expression after \":\""),
  ("rule P.x :\na > 1", "1:11: syntax: expected an expression after \":\""),
  (
    "rule P.x : a > 1, b",
    "1:17: syntax: expected the end of the command after \"1\", not \",\""
  ),
  (
    "rule P.x : a : b",
    "1:14: syntax: expected the end of the command after \"a\", not \":\""
  ),
  (
    "drop",
    "1:5: syntax: expected \"type\", \"rule\", \"index\", \"formatter\", \"screen\", \"layout\", \"command\" or \"on\" after \"drop\""
  ),
  (
    "drop rule Person",
    "1:17: syntax: expected \".\" and the name of a rule directly after \"Person\""
  ),
  ("index", "1:6: syntax: expected a property such as \"Person.age\" after \"index\""),
  (
    "index Person",
    "1:13: syntax: expected \".\" and a property directly after \"Person\""
  ),
  ("define", "1:7: syntax: expected a name for the type after \"define\""),
  ("define Person", "1:14: syntax: expected \"{\" after \"Person\""),
  ("define Person\n{ a: Text }", "1:14: syntax: expected \"{\" after \"Person\""),
  ("define Person { a }", "1:19: syntax: expected \":\" after \"a\", not \"}\""),
  ("define Person { a Text }", "1:19: syntax: expected \":\" after \"a\", not \"Text\""),
  (
    "define Person { a : Text }",
    "1:19: syntax: unexpected white space before \":\" (write \":\" directly after the name, as in "
      + "\"age: Integer\")"
  ),
  (
    "define Person { a: }",
    "1:20: syntax: expected a kind such as \"Text\" after \":\", not \"}\""
  ),
  ("define Person { a: text }", "1:20: name: there is no kind \"text\" (did you mean \"Text\"?)"),
  ("define Person { a: Strng(5) }", "1:20: name: there is no kind \"Strng\""),
  (
    "define Person { a: Text ? }",
    "1:25: syntax: unexpected white space before \"?\" (write \"?\" directly after the kind, as in "
      + "\"Integer?\")"
  ),
  (
    "define Person { a: Text uniqe }",
    "1:25: name: \"define\" has no clause \"uniqe\" (did you mean \"unique\"?)"
  ),
  ("define Person { a: Text key key }", "1:29: syntax: \"key\" is given twice"),
  ("define Person { a: Text = 1 = 2 }", "1:29: syntax: \"=\" is given twice"),
  (
    "define Person { a: Integer in }",
    "1:31: syntax: expected a range such as \"0...150\" after \"in\", not \"}\""
  ),
  (
    "define Person { a: Integer in 5 }",
    "1:33: syntax: expected \"...\" after \"5\", not \"}\" (write ranges as a...b, a... or ...b)"
  ),
  (
    "define Person { a: Integer in ... }",
    "1:35: syntax: expected a number or a date after \"...\", not \"}\""
  ),
  (
    "define Person { a: Integer in 1..5 }",
    "1:32: syntax: a number cannot end with \".\" (write ranges as \"1...5\")"
  ),
  (
    "define Person { a: Integer in 1.. }",
    "1:32: syntax: a number cannot end with \".\" (write ranges as \"1...5\")"
  ),
  (
    "define Person { a: Integer in a...b }",
    "1:31: syntax: expected a range such as \"0...150\" after \"in\", not \"a\""
  ),
  (
    "define Person { a: Text length 5...1 }",
    "1:32: value: the lower bound of this range is above the upper"
  ),
  (
    "define Person { a: Text length -1...5 }",
    "1:32: syntax: expected a whole number after \"length\", not \"-\""
  ),
  (
    "define Person { a: Decimal() }",
    "1:28: syntax: expected \"integer:\" or \"fraction:\" after \"(\", not \")\""
  ),
  (
    "define Person { a: Decimal(5, 2) }",
    "1:28: syntax: expected \"integer:\" or \"fraction:\" after \"(\", not \"5\" (write "
      + "\"Decimal(integer: 3, fraction: 2)\")"
  ),
  (
    "define Person { a: Decimal(8)? }",
    "1:28: syntax: expected \"integer:\" or \"fraction:\" after \"(\", not \"8\" (write "
      + "\"Decimal(integer: 8, fraction: 0)\")"
  ),
  (
    "define Person { a: Decimal(2, 2) }",
    "1:28: syntax: expected \"integer:\" or \"fraction:\" after \"(\", not \"2\" (write "
      + "\"Decimal(integer: 1, fraction: 2)\")"
  ),
  (
    "define Person { a: Decimal(2, 8) }",
    "1:28: syntax: expected \"integer:\" or \"fraction:\" after \"(\", not \"2\""
  ),
  (
    "define Person { a: Decimal(intger: 5, fraction: 2) }",
    "1:28: syntax: expected \"integer:\" or \"fraction:\" after \"(\", not "
      + "\"intger\" (did you mean \"integer\"?)"
  ),
  (
    "define Person { a: Decimal(integer: 5, fraction: 2...) }",
    "1:50: syntax: expected an upper bound for the digits"
  ),
  (
    "define Person { a: Decimal(integer: 5, fraction: 3...2) }",
    "1:50: value: the lower bound of this range is above the upper"
  ),
  ("define Person { a: Text a: Text }", "1:25: name: \"a\" is defined twice here"),
  (
    "define Person { a: Text 5 }",
    "1:25: syntax: expected \"key\", \"title\", \"unique\", \"in\", \"length\", "
      + "\"matching\", \"unit\", \"prefix\", \"grouped\", \"on\", \"owned\", \"by\", \"=\" or \":=\" after \"Text\", not \"5\""
  ),
  ("define Person { a: Text b }", "1:25: name: \"define\" has no clause \"b\""),
  (
    "define P { a: Choice }",
    "1:22: syntax: expected names, as in \"Choice(admin, editor)\" after \"Choice\", not \"}\""
  ),
  (
    "define P { a: Choice() }",
    "1:22: syntax: expected names, as in \"Choice(admin, editor)\" after \"(\", not \")\""
  ),
  ("define P { a: Choice(x, y, x) }", "1:28: value: x is given twice in this choice"),
  ("define P { a: Choice(x y) }", "1:24: syntax: expected \")\" after \"x\", not \"y\""),
  ("define P { a: Choice(x,) }", "1:24: syntax: expected a name after \",\", not \")\""),
  ("define P { a: Choice(x, true) }", "1:25: syntax: expected a name after \",\", not \"true\""),
  (
    "define P { a: Choice(1) }",
    "1:22: syntax: expected names, as in \"Choice(admin, editor)\" "
      + "after \"(\", not \"1\""
  ),
  (
    "define P { a: Hex }",
    "1:19: syntax: expected a number of digits, as in \"Hex(6)\" after \"Hex\", not \"}\""
  ),
  ("define P { a: Hex() }", "1:19: syntax: expected a number of digits after \"(\", not \")\""),
  ("define P { a: Hex(-1) }", "1:19: syntax: expected a number of digits after \"(\", not \"-\""),
  (
    "define P { a: Phone(49) }",
    "1:21: value: a country code is + and 1 to 3 digits, the first not 0, as in Phone(+49)"
  ),
  (
    "define P { a: Phone(+) }",
    "1:21: value: a country code is + and 1 to 3 digits, the first not 0, as in Phone(+49)"
  ),
  (
    "define P { a: [Phone(+12345)] }",
    "1:22: value: a country code is + and 1 to 3 digits, the first not 0, as in Phone(+49)"
  ),
  (
    "define P { a: Phone(+ 49) }",
    "1:21: value: a country code is + and 1 to 3 digits, the first not 0, as in Phone(+49)"
  ),
  (
    "define P { a: Phone() }",
    "1:21: syntax: expected a country code, as in \"Phone(+49)\" after \"(\", not \")\""
  ),
  (
    "define P { a: Phone(\"+49\") }",
    "1:21: syntax: expected a country code, as in \"Phone(+49)\" after \"(\", "
      + "not \"+49\""
  ),
  (
    "define P { a: Phone(+x) }",
    "1:22: syntax: expected a country code, as in \"Phone(+49)\" after \"+\", not \"x\""
  ),
  (
    "define P { a: Phone(+49, +43) }",
    "1:24: syntax: expected \")\" after \"49\", not \",\""
  ),
  (
    "define P { a: Mask(000) }",
    "1:20: syntax: expected a mask in quotation marks after \"(\", not \"000\""
  ),
  (
    "define P { a: Card(16) }",
    "1:19: syntax: the kind Card has no arguments"
  ),
  (
    "define P { a: Decmal(integer: 5) }",
    "1:15: name: there is no kind \"Decmal\" (did you mean \"Decimal\"?)"
  ),
  (
    "define P { a: Text matching \"x\" }",
    "1:29: syntax: expected a pattern such as /[A-Z]+/ after \"matching\", not \"x\""
  ),
  (
    "define P { a: Text matching }",
    "1:29: syntax: expected a pattern such as /[A-Z]+/ after \"matching\", not \"}\""
  ),
  (
    "define P { a: Text matching /[x/] }",
    "1:29: syntax: this pattern is never closed (write patterns between slashes on one line: "
      + "/[A-Z]+/)"
  ),
  (
    "define P { a: Text matching /x\n/ }",
    "1:29: syntax: this pattern is never closed (write patterns between slashes on one line: "
      + "/[A-Z]+/)"
  ),
  ("define P { a: Text matching /\0/ }", "1:30: value: a text cannot contain the character U+0000"),
  (
    "define P { a: Text matching /x/ matching /y/ }", "1:33: syntax: \"matching\" is given twice"
  ),
  (
    "define P { a: Integer unit kg }",
    "1:28: syntax: expected a unit such as \"€\" in quotation marks after \"unit\", not \"kg\""
  ),
  (
    "define P { matching: Text, /b: Text }",
    "1:28: syntax: expected a property such as \"age: Integer\" after \",\", not \"/\""
  ),
  ("define Person { a: Text hidden }", "1:25: name: \"define\" has no clause \"hidden\""),
  (
    "define Person { a: Text(5) }",
    "1:24: syntax: the kind Text has no arguments (write \"Text length ...5\")"
  ),
  (
    "define Person { 5: Text }",
    "1:17: syntax: expected a property such as \"age: Integer\" after \"{\", not "
      + "\"5\""
  ),
  ("define Person { a: Text key", "1:15: syntax: this \"{\" is never closed"),
  ("formatter", "1:10: syntax: expected a name for the formatter after \"formatter\""),
  ("formatter a Show \"x\"", "1:13: syntax: expected \"for\" after \"a\", not \"Show\""),
  (
    "formatter a for Show",
    "1:21: syntax: expected a template or \"from\" in quotation marks after \"Show\""
  ),
  ("formatter a for Show from", "1:26: syntax: expected a file name after \"from\""),
  (
    "screen S for Show { tilte \"x\" }",
    "1:21: syntax: expected one of \"title\", \"formatter\", \"label\", \"field\", \"menu\" after "
      + "\"{\", not \"tilte\" (did you mean \"title\"?)"
  ),
  (
    "screen S for Show { title \"x\"; title \"y\" }", "1:32: syntax: \"title\" is given twice"
  ),
  ("screen S for Show { title \"x\"", "1:19: syntax: this \"{\" is never closed"),
  (
    "screen S for Show { formatter a b }",
    "1:33: syntax: expected the end of the entry after \"a\", not \"b\""
  ),
  (
    "screen S for Show { label t age }",
    "1:29: syntax: expected \"on\" or \"=\" after \"t\", not \"age\""
  ),
  ("open", "1:5: syntax: expected a screen after \"open\""),
  ("do", "1:3: syntax: expected a command of the menu after \"do\""),
  ("back 2", "1:6: syntax: expected the end of the command after \"back\", not \"2\""),
  (
    "select * from Person",
    "1:8: syntax: expected a record or a type after \"select\", not \"*\" "
      + "(list Person)"
  ),
  ("show ann with", "1:14: syntax: expected a formatter after \"with\""),
]
