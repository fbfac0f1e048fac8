internal import RecordStore

extension Topic {
  static let expressions = Topic(
    name: "expressions",
    summary: "How conditions, orders and computed values are written.",
    text: #"""
      Expressions are those of SQLite. After `where` and `order by` the properties of
      the type are called by their names, and `id` is the record's number:

        list Person where age between 30 and 50 and name like "a%"
        list Person order by length(name) desc, age
        expect (count(Person where age > 80) = 1)
        set ann.age (:ann.age + 1)
        set Person where age > 80 : age=(age - 1)

        + - * / % ||       arithmetic (7/2 is 3) and joining of texts
        = <> < <= > >=     comparison
        and or not         logic
        is nil, is not nil whether there is a value; age = nil is never true
        in (1, 2), between 1 and 2
        "x" in tags, ann in reviews.by   whether a list has an item
        like "a%"          whether a text is like a pattern, ignoring the case of
                           ASCII letters; ulike(pattern, text) ignores that of all
        regexp "^A"        whether a pattern is found in a text
        case when … then … else … end

        functions such as length(name) or round(price, 1): help functions

      A path such as boss.name follows references. A list of values is its JSON text;
      `count`, `sum`, `avg`, `min` and `max` read a list of records, or all records of
      a type:

        list Show where count(reviews) > 1 or avg(reviews.rating where rating > 0) > 3
        list Show title, (max(reviews.rating)) as best order by best desc
        echo ":(sum(Item.price where sold))"
        count Item by sold
        list Item sold, (count()) as items, (sum(price)) as total group by sold

      `:ann.age` is a session value, bound as a parameter; where no property has the
      name, the colon can be left out. Records are written `Person/3`, `Person["Ann"]`
      and `ann`.

      Kinds that can never be equal are not compared: a date with a number, a choice
      with a name that it does not have, a reference with a text. Dates, times and
      durations can be calculated with:

        joined + 30, today - joined      days
        until - from, seen - now         a duration; seen + "24:00" is a moment
        add_months(joined, 1)            a month later; for 31 January the last day
                                         of February
        year(joined), month(joined)      whole numbers, also of a Month

      "…" and '…' are both texts; a property whose name is also a word of the command
      is written in backticks. Expressions change nothing; functions that are not
      deterministic, such as random(), are refused.

      A property can be computed, `:= (net + tax)`, from others of its record and, as
      in `:= (fee - coalesce(sum(payments.amount), 0))`, from other records, but not
      from session names.
      """#)

  static let functions = Topic(
    name: "functions",
    summary: "What expressions can call, with the values that each function takes.",
    text: (ExpressionFunction.Group.allCases.map(lines)
      + [["What is in square brackets can be left out. `help substr` explains one of them."]])
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))

  private static func lines(of group: ExpressionFunction.Group) -> [String] {
    let rows = ExpressionFunction.all.filter { $0.group == group }.map { ($0.call, $0.summary) }
    return [group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst() + ":"]
      + Session.table(rows).map { "  " + $0 }
  }
}
