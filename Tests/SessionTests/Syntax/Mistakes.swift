let mistakes: [(script: String, error: String)] =
  mistakesInDefinitions + mistakesInKinds + mistakesInCommands + mistakesInListsAndForms
  + mistakesInBlocks

private let mistakesInCommands: [(script: String, error: String)] = [
  ("lst Person", "1:1: name: there is no command \"lst\" (did you mean \"list\"?)"),
  ("frobnicate", "1:1: name: there is no command \"frobnicate\""),
  ("42", "1:1: syntax: expected a command, not \"42\""),
  ("\"x\"", "1:1: syntax: expected a command, not \"x\""),
  ("`list` Person", "1:1: syntax: expected a command, not \"`list`\""),
  ("{ }", "1:1: syntax: expected a command, not \"{\""),
  ("}", "1:1: syntax: expected a command, not \"}\""),
  ("#12", "1:1: syntax: expected a command, not \"#12\""),
  ("--json", "1:1: syntax: expected a command, not \"--json\""),
  ("help set x", "1:10: syntax: expected the end of the command after \"set\", not \"x\""),
  ("types now", "1:7: syntax: expected the end of the command after \"types\", not \"now\""),
  ("?? x", "1:2: syntax: expected a command or a topic after \"?\", not \"?\""),
  ("Exit", "1:1: name: there is no command \"Exit\" (did you mean \"exit\"?)"),
  ("describe", "1:9: syntax: expected a type after \"describe\""),
  ("describe 5", "1:10: syntax: expected a type after \"describe\", not \"5\""),
  ("new", "1:4: syntax: expected a type after \"new\""),
  (
    "new Person name",
    "1:16: syntax: expected \"=\" after \"name\" (write the value of a property as in \"age=42\")"
  ),
  ("new Person name=", "1:17: syntax: expected a value after \"=\""),
  ("new Person name=\"A\" name=\"B\"", "1:21: syntax: \"name\" is assigned twice here"),
  ("new Person name=\"A\", age=4", "1:20: syntax: expected a property after \"A\", not \",\""),
  ("new Person 5", "1:12: syntax: expected a property after \"Person\", not \"5\""),
  ("new Person a=1 as", "1:18: syntax: expected a name for the record after \"as\""),
  ("let a = new Person as b", "1:20: syntax: \"let\" already names the record; omit \"as\""),
  (
    "new Person a=1 as b c=2",
    "1:21: syntax: expected the end of the command after \"b\", not \"c\""
  ),
  ("put", "1:4: syntax: expected a type and a key, such as \"Person[…]\", after \"put\""),
  ("put Person", "1:11: syntax: expected a key in \"[\" and \"]\" after \"Person\""),
  ("put Person[\"A\"", "1:11: syntax: this \"[\" is never closed"),
  ("put Person[] a=1", "1:12: syntax: expected a value after \"[\", not \"]\""),
  (
    "put Person [\"A\"]",
    "1:12: syntax: expected a key in \"[\" and \"]\" after \"Person\", not \"[\""
  ),
  ("put Person[\"A\" 5]", "1:16: syntax: expected \"]\" after \"A\", not \"5\""),
  (
    "put Person/1 a=1",
    "1:11: syntax: expected a key in \"[\" and \"]\" after \"Person\", not \"/\""
  ),
  ("history a by nil", "1:14: syntax: expected an actor after \"by\", not \"nil\""),
  ("let", "1:4: syntax: expected a name after \"let\""),
  ("let a", "1:6: syntax: expected \"=\" after \"a\""),
  ("let a 5", "1:7: syntax: expected \"=\" after \"a\", not \"5\""),
  ("let a =", "1:8: syntax: expected a value, a record, \"new\" or \"put\" after \"=\""),
  ("let a = 30 31", "1:12: syntax: expected the end of the command after \"30\", not \"31\""),
  ("let a = .5", "1:9: syntax: a number cannot begin with \".\" (write \"0.5\")"),
  (
    "let a = ann.age",
    "1:12: syntax: expected the end of the command after \"ann\", not \".\" (write the value of a "
      + "property as \":ann.age\")"
  ),
  ("let a = new", "1:12: syntax: expected a type after \"new\""),
  ("let a = put Person", "1:19: syntax: expected a key in \"[\" and \"]\" after \"Person\""),
  ("set", "1:4: syntax: expected a record after \"set\""),
  ("set ann", "1:8: syntax: expected a property after \"ann\""),
  ("set Person where", "1:17: syntax: expected an expression after \"where\""),
  ("set Person where age > 3", "1:25: syntax: expected \":\" after \"3\""),
  ("set Person where age > 3 :", "1:27: syntax: expected a property after \":\""),
  (
    "set Person where age > 3 : age",
    "1:31: syntax: expected \"=\" after \"age\" (write the value of a property as in \"age=42\")"
  ),
  (
    "set Person where age > 3 : active=false active=true",
    "1:41: syntax: \"active\" is assigned twice here"
  ),
  (
    "set Person/1 where age > 3 : age=2",
    "1:20: syntax: expected \"=\" after \"where\", not \"age\" (write the value of a property as "
      + "in \"age=42\")"
  ),
  ("delete Person where", "1:20: syntax: expected an expression after \"where\""),
  (
    "delete Person/1 where age > 3",
    "1:17: syntax: expected the end of the command after \"1\", not \"where\""
  ),
  ("set ann.", "1:9: syntax: expected a property directly after \".\""),
  ("set ann. age 4", "1:10: syntax: expected a property directly after \".\", not \"age\""),
  ("set ann.age", "1:12: syntax: expected a value after \"age\""),
  ("set ann.age 42 43", "1:16: syntax: expected the end of the command after \"42\", not \"43\""),
  (
    "set ann.age = 42",
    "1:13: syntax: expected a value after \"age\", not \"=\" (set ann.age 42)"
  ),
  (
    "set ann age 42",
    "1:13: syntax: expected \"=\" after \"age\", not \"42\" (write the value of a property as in "
      + "\"age=42\")"
  ),
  ("set ann age=", "1:13: syntax: expected a value after \"=\""),
  (
    "set ann.age - 5",
    "1:13: syntax: expected a value after \"age\", not \"-\" (write the minus sign directly before "
      + "its number)"
  ),
  ("set ann.age +5", "1:13: syntax: expected a value after \"age\", not \"+\""),
  (
    "set ann.name Anne-Marie",
    "1:18: syntax: unexpected \"-\" in a value (write texts in quotation marks: \"…\")"
  ),
  (
    "set ann.age 5,3",
    "1:14: syntax: expected the end of the command after \"5\", not \",\" (write 5.3)"
  ),
  (
    "set ann.age 1_000",
    "1:14: syntax: unexpected character \"_\" in a number (write texts in quotation marks: \"…\")"
  ),
  ("set ann.x #ff", "1:10: syntax: expected a value after \"x\""),
  (
    "set ann.x a#b",
    "1:12: syntax: unexpected character \"#\" (put white space before the \"#\" of a comment)"
  ),
  ("set ann.x a$b", "1:12: syntax: unexpected character \"$\""),
  ("set ann.age :", "1:14: syntax: expected a name directly after \":\""),
  ("set ann.age : x", "1:15: syntax: expected a name directly after \":\", not \"x\""),
  ("set ann.age :ann.", "1:17: syntax: expected the end of the command after \"ann\", not \".\""),
  ("set ann.age (", "1:13: syntax: this \"(\" is never closed"),
  ("set ann.age ()", "1:14: syntax: expected an expression after \"(\", not \")\""),
  ("set ann.age (1", "1:13: syntax: this \"(\" is never closed"),
  ("set ann.age (1]", "1:15: syntax: expected \")\" to close the \"(\" before it, not \"]\""),
  ("set Person/x.a 1", "1:12: syntax: expected the number of a record after \"/\", not \"x\""),
  (
    "set Person/ 1.a 1",
    "1:11: syntax: unexpected white space beside \"/\" (write records as \"Person/1\")"
  ),
  (
    "set Person /1.a 1",
    "1:12: syntax: unexpected white space beside \"/\" (write records as \"Person/1\")"
  ),
  ("set Person/99999999999999999999.a 1", "1:12: value: this number is too large"),
  ("set Person/1.5 1", "1:12: syntax: expected the number of a record after \"/\", not \"1.5\""),
  ("set Person/-1.a 1", "1:12: syntax: expected the number of a record after \"/\", not \"-\""),
  (
    "set ann.x 2026-11-21T1",
    "1:21: syntax: unexpected character \"T\" in a date (write 2026-11-21 or "
      + "2026-11-21T10:00:00Z)"
  ),
  (
    "set ann.x 2026-11-21x",
    "1:21: syntax: unexpected character \"x\" in a date (write 2026-11-21 or "
      + "2026-11-21T10:00:00Z)"
  ),
  (
    "set ann.x 2026-11-21T10:00:00Zulu",
    "1:31: syntax: unexpected character \"u\" in a date (write 2026-11-21 or "
      + "2026-11-21T10:00:00Z)"
  ),
  ("set ann.x 'x'", "1:11: syntax: expected a value after \"x\", not \"'x'\" (set ann.x \"x\")"),
  ("get", "1:4: syntax: expected a property or a label after \"get\""),
  ("get ann.age x", "1:13: syntax: expected the end of the command after \"age\", not \"x\""),
  ("get Person/1", "1:13: syntax: expected \".\" and a property after \"1\""),
  ("show", "1:5: syntax: expected a record after \"show\""),
  ("show ann.age", "1:9: syntax: expected the end of the command after \"ann\", not \".\""),
  ("list", "1:5: syntax: expected a type after \"list\""),
  ("list Person where", "1:18: syntax: expected an expression after \"where\""),
  (
    "list Person whre age > 3",
    "1:13: name: \"list\" has no clause \"whre\" (did you mean \"where\"?)"
  ),
  ("list Person where a where b", "1:21: syntax: \"where\" is given twice"),
  (
    "list Person 5",
    "1:13: syntax: expected \"where\", \"group\", \"order\", \"limit\" or \"at\" after \"Person\", "
      + "not \"5\""
  ),
  ("list Person order age", "1:19: syntax: expected \"by\" after \"order\", not \"age\""),
  ("list Person order by", "1:21: syntax: expected an expression after \"by\""),
  ("list Person order by a,", "1:24: syntax: expected an expression after \",\""),
  ("list Person limit", "1:18: syntax: expected a number after \"limit\""),
  ("list Person limit -1", "1:19: syntax: expected a number after \"limit\", not \"-\""),
  ("list Person limit many", "1:19: syntax: expected a number after \"limit\", not \"many\""),
  ("list Person --json", "1:13: name: \"list\" has no option \"--json\""),
  (
    "count Person, Dog",
    "1:13: syntax: expected \"where\", \"by\", \"order\", \"limit\" or \"at\" after \"Person\", "
      + "not \",\""
  ),
  ("list Person at", "1:15: syntax: expected a time such as 2026-11-21 or #12 after \"at\""),
  (
    "get age at #2", "1:9: syntax: expected the end of the command after \"age\", not \"at\""
  ),
  ("label age = (1) at #2", "1:17: name: \"label\" has no clause \"at\""),
  ("diff", "1:5: syntax: expected a time such as 2026-11-21 or #12 after \"diff\""),
  ("revert 9", "1:8: syntax: expected a transaction such as \"#12\" after \"revert\", not \"9\""),
  ("erase ann.card", "1:15: syntax: expected a reason in quotation marks after \"card\""),
  (
    "erase ann.boss.name \"x\"",
    "1:16: syntax: expected a record such as ann, or a property such as ann.age"
  ),
  ("compact #3", "1:9: syntax: expected \"before\" after \"compact\", not \"#3\""),
  ("restore ann", "1:12: syntax: expected \"to\" after \"ann\""),
  ("label age", "1:10: syntax: expected \"on\" or \"=\" after \"age\""),
  ("label age on", "1:13: syntax: expected a property such as \"ann.age\" after \"on\""),
  ("label age on ann", "1:17: syntax: expected \".\" and a property after \"ann\""),
  ("label age on age.", "1:18: syntax: expected a property directly after \".\""),
  (
    "label age on ann.age gruped",
    "1:22: name: \"label\" has no clause \"gruped\" (did you mean \"grouped\"?)"
  ),
  (
    "label age on ann.age locale",
    "1:28: syntax: expected a locale such as \"de_DE\" after \"locale\""
  ),
  (
    "label age on ann.age format Integer",
    "1:29: syntax: expected a format such as \"Decimal(integer: 5, fraction: 1...3)\" after "
      + "\"format\", not \"Integer\""
  ),
  ("label age on ann.age format Decimal", "1:36: syntax: expected \"(\" after \"Decimal\""),
  (
    "label age on ann.age format Decimal()",
    "1:37: syntax: expected \"integer:\" or \"fraction:\" after \"(\", not \")\""
  ),
  (
    "label age on ann.age nil -",
    "1:26: syntax: expected a text in quotation marks after \"nil\", not \"-\""
  ),
  (
    "label age = (1) nil \"a\" nil \"b\"", "1:25: syntax: \"nil\" is given twice"
  ),
  ("field f on ann.age clear", "1:25: syntax: expected \"off\" after \"clear\""),
  (
    "field f on ann.age return off",
    "1:27: syntax: expected \"stays\" after \"return\", not \"off\""
  ),
  ("label age = 1", "1:13: syntax: expected \"(\" after \"=\", not \"1\""),
  ("label age = ()", "1:14: syntax: expected an expression after \"(\", not \")\""),
  ("label age = (1", "1:13: syntax: this \"(\" is never closed"),
  ("attach", "1:7: syntax: expected a label, field or form after \"attach\""),
  ("attach f", "1:9: syntax: expected \"to\" after \"f\""),
  ("attach f on a.b", "1:10: syntax: expected \"to\" after \"f\", not \"on\""),
  ("attach f to", "1:12: syntax: expected a property or a record after \"to\""),
  ("type", "1:5: syntax: expected a field or a form after \"type\""),
  ("type f", "1:7: syntax: expected keys in quotation marks after \"f\""),
  ("type f x", "1:8: syntax: expected keys in quotation marks after \"f\", not \"x\""),
  ("type f \"<Retrn>\"", "1:9: name: there is no key \"<Retrn>\" (did you mean \"<Return>\"?)"),
  (
    "type f \"ab<\"",
    "1:11: syntax: this \"<\" is never closed (write <lt> for the character itself)"
  ),
  (
    "type f \"ab<x\\n<BS>\"",
    "1:11: syntax: this \"<\" is never closed (write <lt> for the character itself)"
  ),
  ("type f \"<bs>\"", "1:9: name: there is no key \"<bs>\" (did you mean \"<BS>\"?)"),
  ("type f \"<Go:x>\"", "1:9: name: there is no key \"<Go:x>\" (did you mean \"<Go:N>\"?)"),
  ("type f \"<Sel:1>\"", "1:9: name: there is no key \"<Sel:1>\" (did you mean \"<Sel:A,B>\"?)"),
  ("type f \"<go:3>\"", "1:9: name: there is no key \"<go:3>\" (did you mean \"<Go:N>\"?)"),
  (
    "type f \"<Paste:a<b>\"",
    "1:17: syntax: unexpected \"<\" in a paste (write <lt> for the character itself)"
  ),
  (
    "type f \"<Paste:abc\"",
    "1:9: syntax: this \"<\" is never closed (write <lt> for the character itself)"
  ),
  ("type f \"é👨‍👩‍👧<Fo\\u{6F}>\"", "1:11: name: there is no key \"<Foo>\""),
  (
    "type f \"x\" --trac",
    "1:12: name: \"type\" has no option \"--trac\" (did you mean \"--trace\"?)"
  ),
  (
    "schema --sql --json-schema", "1:14: syntax: \"--json-schema\" cannot be given with \"--sql\""
  ),
  (
    "schema Person --sql",
    "1:8: syntax: expected the end of the command after \"schema\", not \"Person\""
  ),
  ("type f \"x\" --trace --trace", "1:20: syntax: \"--trace\" is given twice"),
  ("activate", "1:9: syntax: expected a label, field or form after \"activate\""),
  (
    "begin because",
    "1:7: syntax: expected a reason in quotation marks after \"begin\", not "
      + "\"because\""
  ),
  ("commit \"a\" \"b\"", "1:12: syntax: expected the end of the command after \"a\", not \"b\""),
  ("undo x", "1:6: syntax: expected a number of commands after \"undo\", not \"x\""),
  (
    "undo to 12",
    "1:9: syntax: expected a transaction such as \"#12\" after \"to\", not \"12\""
  ),
  ("undo to", "1:8: syntax: expected a transaction such as \"#12\" after \"to\""),
  ("redo -1", "1:6: syntax: expected a number of commands after \"redo\", not \"-\""),
  (
    "log 5",
    "1:5: syntax: expected \"since\", \"until\", \"by\" or \"limit\" after \"log\", not \"5\""
  ),
  ("log limit", "1:10: syntax: expected a number after \"limit\""),
  ("history", "1:8: syntax: expected a property, record or type after \"history\""),
  (
    "history --script since 2026-11-21",
    "1:24: syntax: expected a transaction such as \"#12\" after \"since\", not \"2026-11-21\""
  ),
  (
    "new Person /7",
    "1:12: syntax: unexpected white space beside \"/\" (write records as \"Person/1\")"
  ),
  (
    "history ann sinse #1",
    "1:13: name: \"history\" has no clause \"sinse\" (did you mean \"since\"?)"
  ),
  (
    "history ann since yesterday",
    "1:19: syntax: expected a time such as 2026-11-21 or #12 after \"since\", not "
      + "\"yesterday\""
  ),
  ("history ann by", "1:15: syntax: expected an actor after \"by\""),
  ("check --mend", "1:7: name: \"check\" has no option \"--mend\""),
  (
    "sql select",
    "1:5: syntax: expected an SQL statement in quotation marks after \"sql\", not "
      + "\"select\""
  ),
  ("sql", "1:4: syntax: expected an SQL statement in quotation marks after \"sql\""),
  ("include", "1:8: syntax: expected a file name after \"include\""),
  ("include ;", "1:8: syntax: expected a file name after \"include\""),
  ("include # x", "1:8: syntax: expected a file name after \"include\""),
  ("echo", "1:5: syntax: expected a value after \"echo\""),
  ("echo \"x :(1 + \"", "1:10: syntax: this \"(\" is never closed"),
  ("echo \"x :()\"", "1:11: syntax: expected an expression after \"(\", not \")\""),
  ("echo \"é\\n:(1 $ 2)\"", "1:14: syntax: unexpected character \"$\""),
  ("echo \":`x\"", "1:8: syntax: this name is never closed"),
  ("expect", "1:7: syntax: expected \"(\", \"rejected\" or \"error\" after \"expect\""),
  (
    "expect 1 = 1",
    "1:8: syntax: expected \"(\", \"rejected\" or \"error\" after \"expect\", not "
      + "\"1\""
  ),
  (
    "expect rejcted { }",
    "1:8: syntax: expected \"(\", \"rejected\" or \"error\" after \"expect\", not "
      + "\"rejcted\" (did you mean \"rejected\"?)"
  ),
  ("expect rejected", "1:16: syntax: expected \"{\" after \"rejected\""),
  ("expect rejected { type f \"x\"", "1:17: syntax: this \"{\" is never closed"),
  ("expect rejected { fob }", "1:19: name: there is no command \"fob\" (did you mean \"for\"?)"),
  (
    "expect rejected { types } types",
    "1:27: syntax: expected the end of the command after \"}\", not \"types\""
  ),
  ("expect error \"x\" { types", "1:18: syntax: this \"{\" is never closed"),
  ("expect error \"x\" foo", "1:18: syntax: expected \"{\" after \"x\", not \"foo\""),
  ("exit x", "1:6: syntax: expected a status from 0 to 255 after \"exit\", not \"x\""),
  ("exit 256", "1:6: value: the status must be from 0 to 255"),
  ("exit -1", "1:6: syntax: expected a status from 0 to 255 after \"exit\", not \"-\""),
  ("count P --reveal", "1:9: name: \"count\" has no option \"--reveal\""),
  ("set ann.age \"abc", "1:13: syntax: this text is never closed"),
  ("set ann.age `abc", "1:13: syntax: this name is never closed"),
  ("get ``.x", "1:5: syntax: expected a name in the backticks"),
  ("set a.b \"\\q\"", "1:10: syntax: unknown escape sequence (write a backslash as \\\\)"),
  ("set a.b \"\\", "1:9: syntax: this text is never closed"),
  ("set a.b \"\\u{110000}\"", "1:10: value: there is no character U+110000"),
  ("set a.b \"\\u{0}\"", "1:10: value: a text cannot contain the character U+0000"),
  ("set a.b \"\\u{xyz}\"", "1:10: syntax: expected \"\\u{…}\" with hexadecimal digits"),
  ("set a.b \"\\u41\"", "1:10: syntax: expected \"\\u{…}\" with hexadecimal digits"),
  ("set a.b \"a\0b\"", "1:11: value: a text cannot contain the character U+0000"),
  ("set a.b \0", "1:9: value: a text cannot contain the character U+0000"),
  ("get a\0", "1:6: value: a text cannot contain the character U+0000"),
  ("get `a\0b`", "1:7: value: a text cannot contain the character U+0000"),
  ("include a\0b", "1:10: value: a text cannot contain the character U+0000"),
  ("list 😀", "1:6: syntax: unexpected character \"😀\""),
  ("list Pé😀", "1:8: syntax: unexpected character \"😀\""),
  ("list Person\u{301}\u{20E3}x", "1:11: syntax: unexpected character U+20E3"),
  ("list\u{A0}Person", "1:5: syntax: unexpected character U+00A0"),
  ("list Person 👨‍👩‍👧 x", "1:13: syntax: unexpected character \"👨‍👩‍👧\""),
  (
    "set ann.name O'Neil",
    "1:15: syntax: unexpected character \"'\" in a word (write texts in quotation marks: \"…\")"
  ),
  ("  \t lst", "1:5: name: there is no command \"lst\" (did you mean \"list\"?)"),
  ("types; types; lst", "1:15: name: there is no command \"lst\" (did you mean \"list\"?)"),
  ("types\n\n  lst", "3:3: name: there is no command \"lst\" (did you mean \"list\"?)"),
]
