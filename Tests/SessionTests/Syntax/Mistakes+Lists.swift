let mistakesInListsAndForms: [(script: String, error: String)] = [
  (
    "export Person a.csv",
    "1:20: syntax: expected \"to\" after \"csv\""
  ),
  (
    "export Person to",
    "1:17: syntax: expected a file name after \"to\""
  ),
  (
    "export Person wher age > 3 to a.csv",
    "1:15: name: \"export\" has no clause \"wher\" (did you mean \"where\"?)"
  ),
  (
    "export Person to a.csv --locale",
    "1:32: syntax: expected a locale such as de_DE after --locale"
  ),
  (
    "set ann.tags [[a]]",
    "1:15: syntax: the items of a list cannot be lists"
  ),
  (
    "set ann.tags [a, [b]]",
    "1:18: syntax: the items of a list cannot be lists"
  ),
  (
    "set ann.tags [a b]",
    "1:17: syntax: expected \"]\" after \"a\", not \"b\""
  ),
  (
    "set ann.tags [a,]",
    "1:17: syntax: expected a value after \",\", not \"]\""
  ),
  (
    "set ann.tags [,]",
    "1:15: syntax: expected a value after \"[\", not \",\""
  ),
  (
    "set ann.tags [a",
    "1:14: syntax: this \"[\" is never closed"
  ),
  (
    "set ann.tags [a)",
    "1:16: syntax: expected \"]\" to close the \"[\" before it, not \")\""
  ),
  (
    "set ann.tags [a] b",
    "1:18: syntax: expected the end of the command after \"]\", not \"b\""
  ),
  (
    "set ann.tags [Anne-Marie]",
    "1:19: syntax: unexpected \"-\" in a value (write texts in quotation marks: \"…\")"
  ),
  (
    "set ann.boss Person/x",
    "1:20: syntax: unexpected \"/\" in a value (write texts in quotation marks: \"…\")"
  ),
  (
    "set ann.boss Person /1",
    "1:21: syntax: expected the end of the command after \"Person\", not \"/\""
  ),
  (
    "set ann.boss Person/ 1",
    "1:20: syntax: unexpected \"/\" in a value (write texts in quotation marks: \"…\")"
  ),
  (
    "set ann.boss Person/1.name",
    "1:22: syntax: unexpected \".\" in a value (write the value of a property as \":ann.age\")"
  ),
  (
    "set ann.boss Person[\"A\"].name",
    "1:25: syntax: unexpected \".\" in a value (write the value of a property as \":ann.age\")"
  ),
  (
    "set ann.boss `a`.b",
    "1:17: syntax: unexpected \".\" in a value (write the value of a property as \":ann.age\")"
  ),
  (
    "set ann.boss bob.boss",
    "1:17: syntax: unexpected \".\" in a value (write texts in quotation marks: \"…\")"
  ),
  (
    "set ann.boss Person/1/2",
    "1:22: syntax: unexpected \"/\" in a value (write texts in quotation marks: \"…\")"
  ),
  (
    "set ann.boss Person[",
    "1:20: syntax: this \"[\" is never closed"
  ),
  (
    "set ann.boss Person[]",
    "1:21: syntax: expected a value after \"[\", not \"]\""
  ),
  (
    "set ann.boss Person[[a]]",
    "1:21: syntax: expected a value after \"[\", not \"[\""
  ),
  (
    "set ann.boss true/1",
    "1:18: syntax: unexpected \"/\" in a value (write texts in quotation marks: \"…\")"
  ),
  (
    "set ann.boss nil[0]",
    "1:17: syntax: unexpected \"[\" in a value (write texts in quotation marks: \"…\")"
  ),
  (
    "set ann.boss Person/1.5",
    "1:21: syntax: expected the number of a record after \"/\", not \"1.5\""
  ),
  (
    "set ann.name and/or",
    "1:17: syntax: unexpected \"/\" in a value (write texts in quotation marks: \"…\")"
  ),
  (
    "get ann.tags[0][1]",
    "1:16: syntax: the items of a list cannot be lists"
  ),
  (
    "get ann.tags[-1]",
    "1:14: syntax: expected the position of an item after \"[\", not \"-\" (positions count from 0)"
  ),
  (
    "get ann.tags[x]",
    "1:14: syntax: expected the position of an item after \"[\", not \"x\" (positions count from 0)"
  ),
  (
    "get ann.tags[1.5]",
    "1:14: syntax: expected the position of an item after \"[\", not \"1.5\" (positions count from "
      + "0)"
  ),
  (
    "get ann.tags[]",
    "1:14: syntax: expected the position of an item after \"[\", not \"]\" (positions count from 0)"
  ),
  (
    "get ann.tags[0",
    "1:13: syntax: this \"[\" is never closed"
  ),
  (
    "get ann.tags [0]",
    "1:14: syntax: expected the end of the command after \"tags\", not \"[\""
  ),
  (
    "get ann.tags[0 1]",
    "1:16: syntax: expected \"]\" after \"0\", not \"1\""
  ),
  (
    "get ann.tags[99999999999999999999]",
    "1:14: value: this number is too large"
  ),
  (
    "get ann.tags[0].",
    "1:17: syntax: expected a property directly after \".\""
  ),
  (
    "get ann.tags[0]. x",
    "1:18: syntax: expected a property directly after \".\", not \"x\""
  ),
  (
    "get ann.[0]",
    "1:9: syntax: expected a property after \".\", not \"[\""
  ),
  (
    "append",
    "1:7: syntax: expected a list such as \"ann.tags\" after \"append\""
  ),
  (
    "append ann",
    "1:11: syntax: expected \".\" and a list after \"ann\""
  ),
  (
    "append ann \"x\"",
    "1:12: syntax: expected \".\" and a list after \"ann\", not \"x\""
  ),
  (
    "append ann.tags",
    "1:16: syntax: expected a value or \"new\" after \"tags\""
  ),
  (
    "append ann.tags[0] x",
    "1:17: syntax: expected a list, not an item of it"
  ),
  (
    "append ann.tags [x]",
    "1:17: syntax: the items of a list cannot be lists"
  ),
  (
    "append ann.tags a b",
    "1:19: syntax: expected the end of the command after \"a\", not \"b\""
  ),
  (
    "append show.reviews new",
    "1:24: syntax: expected a type after \"new\""
  ),
  (
    "append ann.tags = 3",
    "1:17: syntax: expected a value after \"tags\", not \"=\""
  ),
  (
    "insert ann.tags \"x\"",
    "1:17: syntax: expected the position of the item after \"tags\", not \"x\" "
      + "(insert needs a position, counted from 0: insert ann.tags 0 \"first\")"
  ),
  (
    "insert ann.tags",
    "1:16: syntax: expected the position of the item after \"tags\" "
      + "(insert needs a position, counted from 0: insert ann.tags 0 \"first\")"
  ),
  (
    "insert ann.tags 0",
    "1:18: syntax: expected a value or \"new\" after \"0\""
  ),
  (
    "insert ann.tags -1 x",
    "1:17: syntax: expected the position of the item after \"tags\", not \"-\" "
      + "(insert needs a position, counted from 0: insert ann.tags 0 \"first\")"
  ),
  (
    "insert ann.tags[0] x",
    "1:17: syntax: expected a list, not an item of it "
      + "(insert needs a position, counted from 0: insert ann.tags 0 \"first\")"
  ),
  (
    "insert ann.tags 0 [x]",
    "1:19: syntax: the items of a list cannot be lists"
  ),
  (
    "move ann.tags",
    "1:14: syntax: expected the position of an item after \"tags\" "
      + "(move needs two positions, counted from 0: move ann.tags 2 0)"
  ),
  (
    "move ann.tags 0",
    "1:16: syntax: expected the new position after \"0\" "
      + "(move needs two positions, counted from 0: move ann.tags 2 0)"
  ),
  (
    "move ann.tags 0 to 2",
    "1:17: syntax: expected the new position after \"0\", not \"to\" "
      + "(move needs two positions, counted from 0: move ann.tags 2 0)"
  ),
  (
    "move ann.tags 0 1 2",
    "1:19: syntax: expected the end of the command after \"1\", not \"2\""
  ),
  (
    "remove ann.tags",
    "1:16: syntax: expected the position of an item after \"tags\" "
      + "(remove needs a position, counted from 0: remove ann.tags 1)"
  ),
  (
    "remove ann.tags[1]",
    "1:17: syntax: expected a list, not an item of it "
      + "(remove needs a position, counted from 0: remove ann.tags 1)"
  ),
  (
    "remove ann.tags 1 2",
    "1:19: syntax: expected the end of the command after \"1\", not \"2\""
  ),
  (
    "remove ann",
    "1:11: syntax: expected \".\" and a list after \"ann\""
  ),
  (
    "form",
    "1:5: syntax: expected a name for the form after \"form\""
  ),
  (
    "form f",
    "1:7: syntax: expected \"on\" after \"f\""
  ),
  (
    "form f on",
    "1:10: syntax: expected a record after \"on\""
  ),
  (
    "form f on ann.age",
    "1:14: syntax: expected the end of the command after \"ann\", not \".\""
  ),
  (
    "nest",
    "1:5: syntax: expected a label, field or form after \"nest\""
  ),
  (
    "nest f",
    "1:7: syntax: expected \"in\" after \"f\""
  ),
  (
    "nest f in",
    "1:10: syntax: expected a form after \"in\""
  ),
  (
    "nest f in editor.x",
    "1:17: syntax: expected the end of the command after \"editor\", not \".\""
  ),
  (
    "unnest",
    "1:7: syntax: expected a label, field or form after \"unnest\""
  ),
  (
    "unnest editor.",
    "1:15: syntax: expected a property directly after \".\""
  ),
  (
    "activate editor. age",
    "1:18: syntax: expected a property directly after \".\", not \"age\""
  ),
  (
    "activate editor[0]",
    "1:16: syntax: expected the end of the command after \"editor\", not \"[\""
  ),
  (
    "activate editor.age[x]",
    "1:21: syntax: expected the position of an item after \"[\", not \"x\" (positions count from 0)"
  ),
  (
    "detach Person/1",
    "1:14: syntax: expected the end of the command after \"Person\", not \"/\""
  ),
  (
    "type editor.age",
    "1:16: syntax: expected keys in quotation marks after \"age\""
  ),
  (
    "attach editor.age",
    "1:18: syntax: expected \"to\" after \"age\""
  ),
  (
    "edit",
    "1:5: syntax: expected a field, a form, a property or a record after \"edit\""
  ),
  (
    "edit ann x",
    "1:10: syntax: expected the end of the command after \"ann\", not \"x\""
  ),
  (
    "get Person/1[0]",
    "1:13: syntax: expected \".\" and a property after \"1\", not \"[\""
  ),
  (
    "let a = [[1]]",
    "1:10: syntax: the items of a list cannot be lists"
  ),
  (
    "let a = Person/1.x",
    "1:17: syntax: expected the end of the command after \"1\", not \".\" (write the value of a "
      + "property as \":ann.age\")"
  ),
  (
    "set ann.boss :ann.tags[0]",
    "1:23: syntax: a session name cannot be followed by the position of an item"
  ),
  (
    "expect (1 = :ann.boss[0])",
    "1:22: syntax: a session name cannot be followed by the position of an item"
  ),
]
