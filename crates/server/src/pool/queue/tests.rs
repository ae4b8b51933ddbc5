use super::*;

const AWAITED: Class = Class::Awaited;
const WATCHED: Class = Class::Watched;
const UNWATCHED: Class = Class::Unwatched;

const NOBODY: [u64; 0] = [];

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn claim(class: Class, person: &str) -> Claim {
    Claim { class, person: person.into(), resumes: false }
}

/// One that goes on later.
fn lasting(class: Class, person: &str) -> Claim {
    Claim { resumes: true, ..claim(class, person) }
}

/// A queue of jobs that are called what they are pushed as.
fn queue(threads: usize, jobs: &[(Class, &str)]) -> Queue<String> {
    let mut queue = Queue::new(threads);
    for (class, person) in jobs {
        queue.push(&claim(*class, person), (*person).to_owned()).unwrap();
    }
    queue
}

/// Serves everything one after the other; the people in this order.
fn served(queue: &mut Queue<String>) -> Vec<String> {
    let next = || {
        let turn = queue.take(ms(0))?;
        queue.end(turn.number).unwrap();
        Some(turn.job)
    };
    std::iter::from_fn(next).collect()
}

#[test]
fn who_waits_at_a_table_goes_before_who_watches_before_what_nobody_watches() {
    let jobs = [(UNWATCHED, "c"), (WATCHED, "b"), (AWAITED, "a"), (WATCHED, "b"), (AWAITED, "a")];
    assert_eq!(served(&mut queue(1, &jobs)), ["a", "a", "b", "b", "c"]);
}

#[test]
fn people_take_turns_however_much_each_has_waiting() {
    let mut jobs = vec![(WATCHED, "flood"); 5];
    jobs.extend([(WATCHED, "anna"), (WATCHED, "bob"), (WATCHED, "anna")]);
    let order = served(&mut queue(1, &jobs));
    assert_eq!(order, ["flood", "anna", "bob", "flood", "anna", "flood", "flood", "flood"]);
}

#[test]
fn the_time_of_a_move_is_shared_with_other_people_and_with_ones_own_jobs() {
    let mut jobs = vec![(AWAITED, "anna"), (AWAITED, "bob")];
    jobs.extend([(AWAITED, "many"); 10]);
    jobs.extend([(WATCHED, "flood"); 60]);
    let mut queue = queue(2, &jobs);
    let share = |turn: Option<Turn<String>>| turn.unwrap().share;
    // Two others wait: as many as there are threads.
    assert_eq!(share(queue.take(ms(0))), 1.0 / 2.0);
    assert_eq!(share(queue.take(ms(0))), 1.0 / (1.0 + 1.0 / 2.0));
    // Nobody else, but nine more of the same person.
    assert_eq!(share(queue.take(ms(0))), 1.0 / (1.0 + 9.0 / 2.0));
}

#[test]
fn who_waits_at_a_table_has_all_of_the_time_however_many_computers_play_each_other() {
    let mut queue = queue(1, &[]);
    for guest in ["a", "b", "c", "d"] {
        for _ in 0..50 {
            queue.push(&claim(WATCHED, guest), guest.into()).unwrap();
        }
    }
    let bot = queue.take(ms(0)).unwrap();
    assert!(bot.share < 1.0 / 50.0);
    queue.push(&claim(AWAITED, "anna"), "anna".into()).unwrap();
    // It was begun a moment ago, so it has until the least that everybody gets.
    assert_eq!((queue.cut(ms(0)), queue.next_cut(ms(0))), (vec![], Some(LEAST)));
    assert_eq!((queue.cut(LEAST), queue.next_cut(LEAST)), (vec![bot.number], None));
    assert_eq!(queue.cut(LEAST), NOBODY);
    let ended = queue.end(bot.number).unwrap();
    assert!(ended.cut && !ended.unwanted && !ended.claim.resumes);
    let turn = queue.take(LEAST).unwrap();
    assert_eq!((turn.job.as_str(), turn.share), ("anna", 1.0));
    // Nothing cuts her, however long it takes.
    assert_eq!((queue.cut(ms(60_000)), queue.next_cut(ms(60_000))), (vec![], None));
}

#[test]
fn as_many_give_way_as_are_waited_for_the_least_urgent_and_longest_first() {
    let mut queue = queue(3, &[]);
    let mut begin = |class, person: &str, at| {
        queue.push(&claim(class, person), person.into()).unwrap();
        queue.take(ms(at)).unwrap().number
    };
    let late = begin(WATCHED, "a", 20);
    let early = begin(WATCHED, "b", 10);
    let unwatched = begin(UNWATCHED, "c", 20);
    queue.push(&claim(AWAITED, "anna"), "anna".into()).unwrap();
    assert_eq!(queue.cut(ms(100)), [unwatched]);
    queue.push(&claim(AWAITED, "bob"), "bob".into()).unwrap();
    assert_eq!(queue.cut(ms(100)), [early]);
    // Those who watch wait for nobody else.
    queue.push(&claim(WATCHED, "d"), "d".into()).unwrap();
    assert_eq!((queue.cut(ms(100)), queue.next_cut(ms(100))), (vec![], None));
    queue.push(&claim(AWAITED, "carl"), "carl".into()).unwrap();
    assert_eq!(queue.cut(ms(100)), [late]);
    queue.push(&claim(AWAITED, "dora"), "dora".into()).unwrap();
    assert_eq!(queue.cut(ms(100)), NOBODY);
}

#[test]
fn nobody_gives_way_while_a_thread_is_free() {
    let mut queue = queue(2, &[(WATCHED, "a")]);
    queue.take(ms(0)).unwrap();
    queue.push(&claim(AWAITED, "anna"), "anna".into()).unwrap();
    assert_eq!(queue.cut(ms(1_000)), NOBODY);
    queue.push(&claim(AWAITED, "bob"), "bob".into()).unwrap();
    assert_eq!(queue.cut(ms(1_000)).len(), 1);
}

#[test]
fn an_analysis_shares_with_others_in_slices_and_has_all_of_its_time() {
    let mut queue = queue(1, &[]);
    queue.push(&lasting(WATCHED, "anna"), "anna".into()).unwrap();
    let turn = queue.take(ms(0)).unwrap();
    assert_eq!(turn.share, 1.0);
    // More of her own does not disturb her, somebody else's move does.
    queue.push(&claim(WATCHED, "anna"), "anna too".into()).unwrap();
    assert_eq!((queue.cut(ms(5_000)), queue.next_cut(ms(0))), (vec![], None));
    queue.push(&claim(WATCHED, "bob"), "bob".into()).unwrap();
    assert_eq!((queue.cut(ms(300)), queue.next_cut(ms(300))), (vec![], Some(SLICE)));
    assert_eq!(queue.cut(SLICE), [turn.number]);
    let ended = queue.end(turn.number).unwrap();
    assert!(ended.cut && ended.claim.resumes);
    queue.put_back(turn.number, &ended.claim, turn.job);
    let order: Vec<(u64, String)> = std::iter::from_fn(|| {
        let turn = queue.take(SLICE)?;
        queue.end(turn.number).unwrap();
        Some((turn.number, turn.job))
    })
    .collect();
    let names: Vec<&str> = order.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["bob", "anna", "anna too"]);
    assert_eq!(order[1].0, turn.number, "what goes on keeps its number");
}

#[test]
fn no_class_is_forgotten() {
    let mut queue = queue(1, &[(WATCHED, "watcher"), (UNWATCHED, "away")]);
    let mut order = Vec::new();
    for _ in 0..40 {
        queue.push(&claim(AWAITED, "anna"), "anna".into()).unwrap();
        let turn = queue.take(ms(0)).unwrap();
        if turn.job != "anna" {
            // Somebody waits, but this turn is not cut short.
            assert_eq!((queue.cut(LEAST), queue.next_cut(LEAST)), (vec![], Some(TURN)));
            assert_eq!(queue.cut(TURN), [turn.number]);
        }
        queue.end(turn.number).unwrap();
        order.push(turn.job);
    }
    let place = |name: &str| order.iter().position(|other| other == name).unwrap();
    assert_eq!((place("watcher"), place("away")), (PATIENCE as usize, PATIENCE as usize + 1));
}

#[test]
fn what_nobody_watches_has_one_thread_at_most() {
    let mut queue = queue(4, &[(UNWATCHED, "a"), (UNWATCHED, "b")]);
    let first = queue.take(ms(0)).unwrap();
    assert!(queue.take(ms(0)).is_none());
    assert_eq!((queue.waiting(), queue.running()), (1, 1));
    queue.end(first.number).unwrap();
    assert_eq!(queue.take(ms(0)).unwrap().job, "b");
}

#[test]
fn nobody_fills_the_queue_alone() {
    let mut queue = queue(1, &[]);
    for _ in 0..MOST_OF_ONE {
        queue.push(&claim(WATCHED, "flood"), String::new()).unwrap();
    }
    let one_more = |queue: &mut Queue<String>, class, person: &str| {
        queue.push(&claim(class, person), String::new()).map(drop)
    };
    assert_eq!(one_more(&mut queue, WATCHED, "flood"), Err(Refused::TooManyOfOne));
    assert_eq!(one_more(&mut queue, AWAITED, "flood"), Ok(()), "a class of its own");
    assert_eq!(one_more(&mut queue, WATCHED, "anna"), Ok(()));
    for guest in 0..MOST {
        let _ = one_more(&mut queue, WATCHED, &guest.to_string());
    }
    assert_eq!(one_more(&mut queue, WATCHED, "bob"), Err(Refused::Full));
    assert_eq!(one_more(&mut queue, AWAITED, "bob"), Ok(()), "who plays is not kept out");
}

#[test]
fn what_is_no_longer_wanted_leaves_the_queue() {
    let mut queue = queue(1, &[(AWAITED, "anna"), (AWAITED, "bob")]);
    let turn = queue.take(ms(0)).unwrap();
    assert!(matches!(queue.withdraw(turn.number, "anna"), Withdrawn::Runs));
    assert!(queue.end(turn.number).unwrap().unwanted);
    assert!(matches!(queue.withdraw(turn.number, "anna"), Withdrawn::Gone));
    assert!(matches!(queue.withdraw(2, "bob"), Withdrawn::Waited(name) if name == "bob"));
    assert_eq!(queue.waiting(), 0);
}

#[test]
fn who_comes_back_to_the_table_is_waited_for_again() {
    let mut queue = queue(1, &[(WATCHED, "a"), (UNWATCHED, "anna"), (UNWATCHED, "bob")]);
    queue.reclass(2, "anna", AWAITED);
    let turn = queue.take(ms(0)).unwrap();
    assert_eq!(turn.number, 2);
    // Also while it runs; and back again.
    queue.push(&claim(AWAITED, "carl"), "carl".into()).unwrap();
    assert_eq!(queue.cut(ms(1_000)), NOBODY);
    queue.reclass(2, "anna", UNWATCHED);
    assert_eq!(queue.cut(ms(1_000)), [2]);
    assert_eq!(queue.end(2).unwrap().claim.class, UNWATCHED);
}
